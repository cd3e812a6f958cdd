import { box, full, MATRIX, TICKS, u16, u32 } from '../fragments.ts'
import { boxAt } from './read-movie.ts'

/** A picture of a movie, in the order of its file. */
export interface MovieSample {
  size: number
  /** Ticks. */
  duration: number
  isKey: boolean
  /** Ticks from decoding to showing. */
  showAfter: number
}

/** Equal values in a row, with how many of them there are. */
function runs(values: readonly number[]): number[] {
  const found: number[] = []
  let [count, last] = [0, Number.NaN]
  for (const value of values) {
    if (value !== last && count > 0) found.push(count, last)
    count = value === last ? count + 1 : 1
    last = value
  }
  return count > 0 ? [...found, count, last] : found
}

/** The tables of a movie whose samples follow each other (ISO/IEC 14496-12, 8.5 to 8.7). */
function tables(description: Uint8Array, samples: readonly MovieSample[], at: number): Buffer {
  const lengths = runs(samples.map(({ duration }) => duration))
  const offsets = runs(samples.map(({ showAfter }) => showAfter))
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []))
  const isOutOfOrder = samples.some(({ showAfter }) => showAfter !== 0)
  return box(
    'stbl',
    description,
    full('stts', 0, u32(lengths.length / 2), u32(...lengths)),
    // Version 1: a picture may be shown before its turn.
    ...(isOutOfOrder ? [full('ctts', 0x01000000, u32(offsets.length / 2), u32(...offsets))] : []),
    full('stss', 0, u32(keys.length), u32(...keys)),
    full('stsc', 0, u32(1, 1, samples.length, 1)),
    full('stsz', 0, u32(0, samples.length), u32(...samples.map(({ size }) => size))),
    full('stco', 0, u32(1, at)),
  )
}

/**
 * All of an MP4 file but its pictures, which follow it: as every player and phone opens it, and can be wound to any place before
 * it has arrived whole. `beginning`: that of the fragments that the pictures come from.
 */
export function movieHead(beginning: Buffer, samples: readonly MovieSample[]): Buffer {
  const header = boxAt(beginning, ['moov', 'trak', 'tkhd'])
  const found = boxAt(beginning, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'])
  if (!header || !found) throw new Error('The beginning of a track describes no picture')
  const description = box('stsd', beginning.subarray(found.start, found.end))
  const size = beginning.subarray(header.end - 8, header.end)
  const duration = samples.reduce((sum, each) => sum + each.duration, 0)
  const bytes = samples.reduce((sum, each) => sum + each.size, 0)
  const type = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'))
  const movie = (at: number) =>
    box(
      'moov',
      full('mvhd', 0, u32(0, 0, TICKS, duration, 0x10000, 0x1000000, 0, 0), MATRIX, Buffer.alloc(24), u32(2)),
      box(
        'trak',
        full('tkhd', 7, u32(0, 0, 1, 0, duration, 0, 0, 0, 0), MATRIX, size),
        box(
          'mdia',
          full('mdhd', 0, u32(0, 0, TICKS, duration), u16(0x55c4, 0)),
          full('hdlr', 0, u32(0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('\0')),
          box(
            'minf',
            full('vmhd', 1, Buffer.alloc(8)),
            box('dinf', full('dref', 0, u32(1), full('url ', 1))),
            tables(description, samples, at),
          ),
        ),
      ),
    )
  const at = type.length + movie(0).length + 8
  const data = Buffer.concat([u32(8 + bytes), Buffer.from('mdat')])
  return Buffer.concat([type, movie(at), data])
}
