import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Disk } from './disk.ts'

/** Values of one controller at one time. */
export interface Sample {
  /** ms since 1970 */
  at: number
  device: string
  /** by wire name; null is no value */
  values: Readonly<Record<string, number | boolean | string | null>>
}

/** A file of the log, or what is to become one when the disk takes it again. */
export interface Segment {
  path: string
  /** its lines while they are only in memory */
  held: string[] | null
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
  /** Writes a sample down, or holds it in memory where the disk does not take it; returns its number. */
  write(sample: Sample): number
  /** undefined for one that is not there or cannot be read */
  sampleAt(number: number): Sample | undefined
  /** The file that a number lies in. */
  around(number: number): Segment | undefined
  /** The times of the first and the newest sample of a file, as they were, ms since 1970. */
  spanOf(segment: Segment): { from: number; to: number }
  /** What follows is in another file. */
  cut(): void
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

/** Bytes that are held in memory at most, and in one segment of it: an hour of ten controllers. */
const HELD_BYTES = 8_000_000
const HELD_SEGMENT = 250_000
/** ms until the disk is tried again */
const RETRY = 10_000

const nameOf = (first: number) => `${String(first).padStart(12, '0')}.log`

interface SegmentOptions {
  folder: string
  hours: number
  megabytes: number
  disk: Disk
  /** called between the files while they are opened */
  isAtWork(): void
  /** the number of the first sample where there is no file */
  begin: () => number
  /** Whether nothing in it waits for the server: it may go to make room. */
  isSpare(segment: Segment): boolean
  /** ms by which the time of a sample was too early when it was written */
  shiftOf(number: number): number
  /** A file goes because it is too old, or because there is no room. */
  onDrop(segment: Segment): void
}

/** The number of the next sample after those of a segment. */
const endOf = ({ first, count }: Segment): number => first + count

/** Opens the files of a folder, with what earlier lives of the process left there. */
export function openSegments(options: SegmentOptions): Segments {
  const { folder, hours, megabytes, disk, isAtWork, begin, isSpare, shiftOf, onDrop } = options
  const segments = segmentsIn(folder, disk, isAtWork)
  const files = segmentFile(disk)
  const reader = segmentReader(disk)
  let retryAt = 0
  const around = (number: number) => segments.findLast(({ first }) => first <= number)
  const end = () => segments.slice(-1).map(endOf)[0] ?? begin()
  const spanOf = ({ first, from, to }: Segment) => {
    const shift = shiftOf(first)
    return { from: from + shift, to: to + shift }
  }
  const isHolding = () => segments.at(-1)?.held != null

  /** The file to write to: a new one each hour, each megabyte and at each start; undefined where the disk takes none. */
  function current(at: number): Segment | undefined {
    const last = segments.at(-1)
    if (last && files.isOpen() && last.bytes <= SEGMENT_BYTES && Math.abs(at - last.from) <= SEGMENT_MS)
      return last
    const next = emptySegment(folder, end(), at, null)
    if (!files.begin(next)) return undefined
    // A start without a sample since leaves an empty file of this very name.
    if (last?.path === next.path) segments.pop()
    segments.push(next)
    makeRoom(at)
    return next
  }

  /** Deletes the oldest: those older than what is kept, and those beyond the size. */
  function makeRoom(now: number): void {
    let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
    for (;;) {
      const [oldest] = segments
      if (!oldest || segments.length < 2) return
      if (spanOf(oldest).to >= now - hours * HOUR && bytes < megabytes * MEGABYTE) return
      bytes -= oldest.bytes
      dropOldest()
    }
  }

  function dropOldest(): void {
    const oldest = segments.shift()
    if (!oldest) return
    if (!oldest.held) quietly(() => unlinkSync(oldest.path))
    onDrop(oldest)
  }

  /** Holds a line in memory; when that is full, the oldest of all goes. */
  function hold(line: string, at: number): Segment {
    let last = segments.at(-1)
    if (!last?.held || last.bytes > HELD_SEGMENT) {
      last = emptySegment(folder, end(), at, [])
      segments.push(last)
    }
    last.held?.push(line)
    const heldBytes = segments.reduce((sum, { held, bytes }) => sum + (held ? bytes : 0), line.length)
    if (heldBytes > HELD_BYTES && segments.length > 1) dropOldest()
    return last
  }

  /** Writes down what is held, oldest first, once in a while; also where nothing new is measured. */
  function release(): void {
    if (!isHolding() || performance.now() < retryAt) return
    for (const segment of segments.filter(({ held }) => held)) {
      while (!files.whole(segment)) {
        const [oldest] = segments
        retryAt = performance.now() + RETRY
        // What the server has is kept only in case it asks again.
        if (!oldest || oldest.held || !isSpare(oldest)) return
        dropOldest()
      }
      segment.held = null
    }
  }

  return {
    first: () => segments[0]?.first ?? begin(),
    end,
    around,
    write(sample) {
      const line = `${JSON.stringify(sample)}\n`
      release()
      const file = isHolding() ? undefined : current(sample.at)
      const isWritten = file !== undefined && files.append(file, line)
      if (!isWritten && !isHolding()) retryAt = performance.now() + RETRY
      const segment = isWritten ? file : hold(line, sample.at)
      segment.bytes += Buffer.byteLength(line)
      segment.to = Math.max(segment.to, sample.at)
      reader.forget(segment)
      return segment.first + segment.count++
    },
    sampleAt(number) {
      const segment = around(number)
      if (!segment || number >= segment.first + segment.count) return undefined
      const sample = reader.samplesOf(segment)[number - segment.first]
      return sample && { ...sample, at: sample.at + shiftOf(number) }
    },
    spanOf,
    cut: files.seal,
    sync() {
      release()
      files.sync()
    },
    close() {
      retryAt = 0
      release()
      files.seal()
    },
  }
}

/** What failures of the disk are about here. */
const WRITING = 'samples'
const READING = 'samples read'

/** Does what is no loss if it fails. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {}
}

/** The one file that is written to. */
function segmentFile(disk: Disk) {
  let file: number | undefined
  let isDirty = false

  function seal(): void {
    const last = file
    file = undefined
    if (last === undefined) return
    disk.attempt(WRITING, () => {
      try {
        fsyncSync(last)
      } finally {
        closeSync(last)
      }
    })
  }

  /** Half a line may be there: nothing is written behind it. */
  function giveUp(broken: number, bytes: number): void {
    file = undefined
    quietly(() => ftruncateSync(broken, bytes))
    quietly(() => closeSync(broken))
  }

  return {
    isOpen: () => file !== undefined,
    begin(segment: Segment): boolean {
      seal()
      return disk.attempt(WRITING, () => {
        file = openSync(segment.path, 'a')
      })
    },
    append(segment: Segment, line: string): boolean {
      isDirty = true
      const own = file as number
      const isWritten = disk.attempt(WRITING, () => writeFileSync(own, line))
      if (!isWritten) giveUp(own, segment.bytes)
      return isWritten
    },
    /** Writes all that a segment holds; false if the disk does not take it. */
    whole({ path, held }: Segment): boolean {
      seal()
      const isWritten = disk.attempt(WRITING, () => {
        const whole = openSync(path, 'w')
        try {
          writeFileSync(whole, (held ?? []).join(''))
          fsyncSync(whole)
        } finally {
          closeSync(whole)
        }
      })
      if (!isWritten) quietly(() => unlinkSync(path))
      return isWritten
    },
    sync(): void {
      const dirty = file
      if (isDirty && dirty !== undefined) disk.attempt(WRITING, () => fsyncSync(dirty))
      isDirty = false
    },
    seal,
  }
}

/** What earlier lives of the process left in a folder, oldest first. */
function segmentsIn(folder: string, disk: Disk, isAtWork: () => void): Segment[] {
  const segments: Segment[] = []
  let names: string[] = []
  disk.attempt(READING, () => {
    mkdirSync(folder, { recursive: true })
    names = readdirSync(folder).filter(name => name.endsWith('.log'))
  })
  for (const name of names.toSorted()) {
    isAtWork()
    disk.attempt(READING, () => segments.push(openSegment(join(folder, name), Number.parseInt(name, 10))))
  }
  return segments
}

/** One without samples yet. `at`: the time of the first to come, ms since 1970. */
function emptySegment(folder: string, first: number, at: number, held: string[] | null): Segment {
  return { path: join(folder, nameOf(first)), held, first, count: 0, bytes: 0, from: at, to: at }
}

/** Opens a file that an earlier life left, without what was half written. */
function openSegment(path: string, first: number): Segment {
  const { samples, bytes } = linesOf(readFileSync(path, 'utf8'))
  // On a disk that is read-only nothing is written behind it either.
  if (statSync(path).size > bytes) quietly(() => truncateSync(path, bytes))
  const from = samples[0]?.at ?? 0
  return {
    path,
    held: null,
    first,
    count: samples.length,
    bytes,
    from,
    to: samples.reduce((to, { at }) => Math.max(to, at), from),
  }
}

/** Reads segments, and remembers the last one: samples are asked for one after another. */
function segmentReader(disk: Disk) {
  let last: { segment: Segment; samples: Sample[] } | undefined
  return {
    samplesOf(segment: Segment): Sample[] {
      if (last?.segment !== segment) last = { segment, samples: samplesOf(segment, disk) }
      return last.samples
    },
    /** Something was written to it. */
    forget(segment: Segment): void {
      if (last?.segment === segment) last = undefined
    },
  }
}

/** The samples of a segment; none if the disk cannot be read. */
function samplesOf({ held, path }: Segment, disk: Disk): Sample[] {
  let text = held?.join('') ?? ''
  if (!held)
    disk.attempt(READING, () => {
      text = readFileSync(path, 'utf8')
    })
  return linesOf(text).samples
}

/** The lines of a file; the last one may have been cut by a failure of power. */
function linesOf(text: string): { samples: Sample[]; bytes: number } {
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
