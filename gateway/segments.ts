import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Values of one controller at one time. */
export interface Sample {
  /** ms since 1970 */
  at: number
  device: string
  /** by wire name; null is no value */
  values: Readonly<Record<string, number | boolean | string | null>>
}

/** A file of the log. */
export interface Segment {
  path: string
  /** number of its first sample */
  first: number
  count: number
  bytes: number
  /** ms since 1970 of its first and newest sample */
  from: number
  to: number
}

/** Numbered samples in files, newest last. */
export interface Segments {
  /** Number of the oldest sample, and the next number. */
  first(): number
  end(): number
  /** Writes a sample down; returns its number. */
  write(sample: Sample): number
  sampleAt(number: number): Sample | undefined
  /** The file that a number lies in. */
  around(number: number): Segment | undefined
  sync(): void
  close(): void
}

const Line = z.object({
  at: z.number(),
  device: z.string(),
  values: z.record(z.string(), z.union([z.number(), z.boolean(), z.string(), z.null()])),
})

const SEGMENT_BYTES = 1_000_000
const SEGMENT_MS = 3_600_000
const HOUR = 3_600_000
const MEGABYTE = 1_000_000

const nameOf = (first: number) => `${String(first).padStart(12, '0')}.log`

interface SegmentOptions {
  folder: string
  hours: number
  megabytes: number
  /** the number of the first sample where there is no file */
  begin: () => number
  /** A file goes because it is too old, or because there is no room. */
  onDrop(segment: Segment): void
}

/** Opens the files of a folder, with what earlier lives of the process left there. */
export function openSegments({ folder, hours, megabytes, begin, onDrop }: SegmentOptions): Segments {
  mkdirSync(folder, { recursive: true })
  const segments = readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .toSorted()
    .map(name => openSegment(join(folder, name), Number.parseInt(name, 10)))
  let file: number | undefined
  let isDirty = false
  let read: { segment: Segment; samples: Sample[] } | undefined
  const around = (number: number) => segments.findLast(({ first }) => first <= number)
  const end = () => {
    const last = segments.at(-1)
    return last ? last.first + last.count : begin()
  }

  function seal(): void {
    if (file === undefined) return
    fsyncSync(file)
    closeSync(file)
    file = undefined
  }

  /** The file to write to: a new one each hour, each megabyte and at each start. */
  function current(at: number): Segment {
    const last = segments.at(-1)
    if (last && file !== undefined && last.bytes <= SEGMENT_BYTES && at - last.from <= SEGMENT_MS) return last
    const first = end()
    seal()
    const next = { path: join(folder, nameOf(first)), first, count: 0, bytes: 0, from: at, to: at }
    // A start without a sample since leaves an empty file of this very name.
    if (last?.path === next.path) segments.pop()
    segments.push(next)
    file = openSync(next.path, 'a')
    makeRoom(at)
    return next
  }

  /** Deletes the oldest files: those older than what is kept, and those beyond the size. */
  function makeRoom(now: number): void {
    let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    for (;;) {
      const [oldest] = segments
      if (!oldest || segments.length < 2) return
      if (oldest.to >= now - hours * HOUR && bytes < megabytes * MEGABYTE) return
      segments.shift()
      bytes -= oldest.bytes
      unlinkSync(oldest.path)
      onDrop(oldest)
    }
  }

  return {
    first: () => segments[0]?.first ?? begin(),
    end,
    around,
    write(sample) {
      const line = `${JSON.stringify(sample)}\n`
      const segment = current(sample.at)
      const number = segment.first + segment.count
      writeSync(file as number, line)
      segment.count++
      segment.bytes += Buffer.byteLength(line)
      segment.to = Math.max(segment.to, sample.at)
      isDirty = true
      if (read?.segment === segment) read = undefined
      return number
    },
    sampleAt(number) {
      const segment = around(number)
      if (!segment || number >= segment.first + segment.count) return undefined
      if (read?.segment !== segment) read = { segment, samples: linesOf(segment.path).samples }
      return read.samples[number - segment.first]
    },
    sync() {
      if (isDirty && file !== undefined) fsyncSync(file)
      isDirty = false
    },
    close: seal,
  }
}

/** Opens a file that an earlier life left, without what was half written. */
function openSegment(path: string, first: number): Segment {
  const { samples, bytes } = linesOf(path)
  if (statSync(path).size > bytes) truncateSync(path, bytes)
  const from = samples[0]?.at ?? 0
  return {
    path,
    first,
    count: samples.length,
    bytes,
    from,
    to: samples.reduce((to, { at }) => Math.max(to, at), from),
  }
}

/** Reads the lines of a file; the last one may have been cut by a failure of power. */
function linesOf(path: string): { samples: Sample[]; bytes: number } {
  const text = readFileSync(path, 'utf8')
  const samples: Sample[] = []
  let bytes = 0
  for (const line of text.split('\n').slice(0, -1)) {
    const parsed = parse(line)
    if (!parsed) break
    samples.push(parsed)
    bytes += Buffer.byteLength(line) + 1
  }
  return { samples, bytes }
}

function parse(line: string): Sample | undefined {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
