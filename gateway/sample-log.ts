import { join } from 'node:path'
import { z } from 'zod'
import type { Disk } from './disk.ts'
import { patientKeeper } from './keeper.ts'
import { openSegments, type Sample, type Segment, type Segments } from './segments.ts'

export type { Sample } from './segments.ts'

/** A sample with its number in the log; -1 for one that is sent once more. */
export interface Numbered {
  number: number
  sample: Sample
}

/** What was measured, on the disk: bounded, oldest first. */
export interface SampleLog {
  /** Writes a sample down; returns its number. */
  add(sample: Sample): number
  /** The oldest samples that are neither delivered nor handed out. */
  next(most: number): Numbered[]
  /** A sample is at the server. */
  delivered(number: number): void
  /** A sample that is sent as it is measured; it is not handed out unless it is lost. */
  taken(number: number): void
  /** What was handed out and is not delivered is handed out again. */
  recall(): void
  /** What was measured from … to, ms since 1970, is to be delivered again. */
  askAgain(from: number, to: number): void
  /** Samples from the number `first` on were written down by a clock that was slow by so many ms. */
  correct(first: number, ms: number): void
  /** The number of the next sample. */
  end(): number
  /** How many samples wait, and how many were lost because the log was full. */
  figures(): { waiting: number; lost: number }
  /** Everything is on the disk. */
  sync(): void
  close(): void
}

interface LogLimits {
  folder: string
  hours: number
  megabytes: number
  disk: Disk
  say(text: string): void
  /** called between the files while they are opened */
  isAtWork?: () => void
}

/** Numbers of the first sample that may not be delivered, of samples lost, and what is asked for again. */
const Position = z.object({
  from: z.number(),
  lost: z.number(),
  again: z.array(z.object({ from: z.number(), to: z.number() })).default([]),
  /** samples that were written down by a wrong clock: numbers, and how much too early, ms */
  shifts: z.array(z.object({ first: z.number(), end: z.number(), ms: z.number() })).default([]),
})

/** ms between two notes of what is delivered; what a crash forgets is sent twice, which does no harm */
const NOTE = 5_000
/** spans that are asked for again and remembered at a time */
const SPANS = 5

/** Opens the log in a folder, with what earlier lives of the process left there. */
export function openSampleLog(limits: LogLimits): SampleLog {
  const { folder, hours, megabytes, disk, say, isAtWork = () => {} } = limits
  const nothing = { from: 0, lost: 0, again: [], shifts: [] }
  const position = patientKeeper(join(folder, 'position.json'), Position, nothing, { disk, say })
  let { lost, again, shifts } = position.value
  const done = deliveredSamples(position.value.from)
  /** numbers of those that are on their way */
  const out = new Set<number>()
  const segments = openSegments({
    folder,
    hours,
    megabytes,
    disk,
    isAtWork,
    begin: done.from,
    isSpare: segment => done.countOpen(segment) === 0,
    shiftOf: number => shifts.find(({ first, end }) => number >= first && number < end)?.ms ?? 0,
    onDrop: drop,
  })
  done.keepWithin(segments.first(), segments.end())
  let cursor = done.from()
  let notedAt = 0
  const repeats = repeating(segments)

  function drop(segment: Segment): void {
    const undelivered = done.countOpen(segment)
    if (undelivered > 0) {
      lost += undelivered
      const since = new Date(segments.spanOf(segment).from).toISOString()
      say(`the memory is full: ${undelivered} samples from ${since} on are lost unsent`)
    }
    done.drop(segment)
    note(true)
  }

  function note(isUrgent: boolean): void {
    done.advance()
    if (!isUrgent && Date.now() - notedAt < NOTE) return
    notedAt = Date.now()
    position.save({ from: done.from(), lost, again, shifts })
  }

  /** The oldest that wait. */
  function waiting(most: number): Numbered[] {
    const found: Numbered[] = []
    cursor = Math.max(cursor, done.from())
    for (; cursor < segments.end() && found.length < most; cursor++) {
      if (done.has(cursor) || out.has(cursor)) continue
      const sample = segments.sampleAt(cursor)
      // A line that cannot be read is nothing that could be sent.
      if (!sample) {
        done.add(cursor)
        lost++
      } else {
        out.add(cursor)
        found.push({ number: cursor, sample })
      }
    }
    return found
  }

  return {
    add: segments.write,
    next(most) {
      const found = waiting(most)
      const [span] = again
      if (found.length === most || !span) return found
      const more = repeats.next(span, most - found.length)
      if (more.length === 0) {
        again = again.slice(1)
        note(true)
      }
      return [...found, ...more]
    },
    taken: number => void out.add(number),
    delivered(number) {
      out.delete(number)
      done.add(number)
      note(false)
    },
    recall() {
      out.clear()
      cursor = done.from()
      repeats.restart()
    },
    askAgain(start, stop) {
      again = [...again, { from: start, to: stop }].slice(-SPANS)
      note(true)
    },
    correct(first, ms) {
      const kept = shifts.filter(({ end }) => end > segments.first())
      shifts = [...kept, { first, end: segments.end(), ms }]
      note(true)
      segments.cut()
    },
    end: segments.end,
    figures: () => ({ waiting: done.countWaiting(segments.end()), lost }),
    sync: segments.sync,
    close() {
      segments.close()
      note(true)
    },
  }
}

/** Which samples are delivered: all with numbers before `from`, and some after it. */
function deliveredSamples(from: number) {
  const later = new Set<number>()
  return {
    from: () => from,
    has: (number: number) => later.has(number),
    add(number: number): void {
      if (number >= from) later.add(number)
    },
    /** Those next to `from` need not be remembered one by one. */
    advance(): void {
      while (later.delete(from)) from++
    },
    /** There are only samples from the number `first` up to `end`. */
    keepWithin(first: number, end: number): void {
      from = Math.min(Math.max(from, first), end)
    },
    /** A file is gone, with whatever of it was not delivered. */
    drop({ first, count }: Segment): void {
      for (let number = first; number < first + count; number++) later.delete(number)
      from = Math.max(from, first + count)
    },
    /** How many of a file are not delivered. */
    countOpen({ first, count }: Segment): number {
      let open = 0
      for (let number = Math.max(first, from); number < first + count; number++)
        if (!later.has(number)) open++
      return open
    },
    /** How many before the number `end` are not delivered. */
    countWaiting: (end: number) => end - from - later.size,
  }
}

/** Goes through what was measured in a span of time, whether delivered or not. */
function repeating(segments: Segments) {
  let at: number | undefined
  return {
    next(span: { from: number; to: number }, most: number): Numbered[] {
      const found: Numbered[] = []
      at = Math.max(at ?? segments.first(), segments.first())
      while (at < segments.end() && found.length < most) {
        const segment = segments.around(at)
        const { from, to } = segment ? segments.spanOf(segment) : span
        if (segment && (to < span.from || from > span.to)) {
          at = segment.first + Math.max(segment.count, 1)
          continue
        }
        const sample = segments.sampleAt(at)
        if (sample && sample.at >= span.from && sample.at <= span.to) found.push({ number: -1, sample })
        at++
      }
      if (found.length === 0) at = undefined
      return found
    },
    restart() {
      at = undefined
    },
  }
}
