/** One picture of a fragmented MP4, and where its bytes are. */
export interface ReadSample {
  /** Of its slices in the file. */
  at: number
  size: number
  isKey: boolean
  /** Ticks since the start of the track. */
  decodeTime: number
  /** Ticks from decoding to showing. */
  showAfter: number
}

interface Box {
  name: string
  /** Of its contents. */
  start: number
  end: number
}

/** The boxes between two places; one that is not whole ends the list: its writer was interrupted. */
export function* boxesOf(bytes: Buffer, from = 0, to = bytes.length): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > to) return
    yield { name: bytes.toString('latin1', at + 4, at + 8), start: at + 8, end: at + length }
    at += length
  }
}

function inside(bytes: Buffer, { start, end }: Box, name: string): Box | undefined {
  for (const each of boxesOf(bytes, start, end)) if (each.name === name) return each
  return undefined
}

/** The contents of a box by its path; undefined if there is none. */
export function boxAt(bytes: Buffer, path: readonly string[]): Box | undefined {
  let found: Box | undefined = { name: '', start: 0, end: bytes.length }
  for (const name of path) found = found && inside(bytes, found, name)
  return found
}

const KEY = 0x02000000

/** The pictures of fragments as `fragment` writes them, each with one sample; `from`: behind the beginning of the track. */
export function samplesOf(bytes: Buffer, from: number): ReadSample[] {
  const samples: ReadSample[] = []
  let open: Omit<ReadSample, 'at' | 'size'> | undefined
  for (const each of boxesOf(bytes, from)) {
    if (each.name === 'moof') open = headOf(bytes, each)
    else if (each.name === 'mdat' && open) {
      samples.push({ ...open, at: each.start, size: each.end - each.start })
      open = undefined
    }
  }
  return samples
}

function headOf(bytes: Buffer, moof: Box): Omit<ReadSample, 'at' | 'size'> | undefined {
  const track = inside(bytes, moof, 'traf')
  const time = track && inside(bytes, track, 'tfdt')
  const run = track && inside(bytes, track, 'trun')
  if (!time || !run) return undefined
  // Version and flags, count, place of the data; then duration, size, flags and offset of the one sample.
  return {
    decodeTime: Number(bytes.readBigUInt64BE(time.start + 4)),
    isKey: bytes.readUInt32BE(run.start + 20) === KEY,
    showAfter: bytes.readInt32BE(run.start + 24),
  }
}

/** Where the beginning of the track ends, which a player needs before the first picture; undefined if it is not whole. */
export function beginningOf(bytes: Buffer): number | undefined {
  for (const { name, end } of boxesOf(bytes)) if (name === 'moov') return end
  return undefined
}
