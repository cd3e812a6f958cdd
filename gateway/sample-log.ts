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
export function openSampleLog({
  folder,
  hours,
  megabytes,
  disk,
  say,
  isAtWork = () => {},
}: LogLimits): SampleLog {
  const nothing = { from: 0, lost: 0, again: [], shifts: [] }
  const position = patientKeeper(join(folder, 'position.json'), Position, nothing, { disk, say })
  let { from, lost, again, shifts } = position.value
  /** numbers after `from` that are delivered, and those that are on their way */
  const done = new Set<number>()
  const out = new Set<number>()
  const segments = openSegments({
    folder,
    hours,
    megabytes,
    disk,
    isAtWork,
    begin: () => from,
    isSpare: segment => countOpen(segment) === 0,
    shiftOf: number => shifts.find(({ first, end }) => number >= first && number < end)?.ms ?? 0,
    onDrop: drop,
  })
  from = Math.min(Math.max(from, segments.first()), segments.end())
  let cursor = from
  let notedAt = 0
  const repeats = repeating(segments)

  function drop(segment: Segment): void {
    const undelivered = countOpen(segment)
    if (undelivered > 0) {
      lost += undelivered
      const since = new Date(segments.spanOf(segment).from).toISOString()
      say(`the memory is full: ${undelivered} samples from ${since} on are lost unsent`)
    }
    for (let number = segment.first; number < segment.first + segment.count; number++) done.delete(number)
    from = Math.max(from, segment.first + segment.count)
    note(true)
  }

  function countOpen({ first, count }: Segment): number {
    let open = 0
    for (let number = Math.max(first, from); number < first + count; number++) if (!done.has(number)) open++
    return open
  }

  function note(isUrgent: boolean): void {
    while (done.delete(from)) from++
    if (!isUrgent && Date.now() - notedAt < NOTE) return
    notedAt = Date.now()
    position.save({ from, lost, again, shifts })
  }

  /** The oldest that wait. */
  function waiting(most: number): Numbered[] {
    const found: Numbered[] = []
    cursor = Math.max(cursor, from)
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
      if (number >= from) done.add(number)
      note(false)
    },
    recall() {
      out.clear()
      cursor = from
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
    figures: () => ({ waiting: segments.end() - from - done.size, lost }),
    sync: segments.sync,
    close() {
      segments.close()
      note(true)
    },
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
