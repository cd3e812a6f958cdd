import { join } from 'node:path'
import { z } from 'zod'
import { keeper } from './keeper.ts'
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
  say(text: string): void
}

/** Numbers of the first sample that may not be delivered, of samples lost, and what is asked for again. */
const Position = z.object({
  from: z.number(),
  lost: z.number(),
  again: z.array(z.object({ from: z.number(), to: z.number() })).default([]),
})

/** ms between two notes of what is delivered; what a crash forgets is sent twice, which does no harm */
const NOTE = 5_000
/** spans that are asked for again and remembered at a time */
const SPANS = 5

/** Opens the log in a folder, with what earlier lives of the process left there. */
export function openSampleLog({ folder, hours, megabytes, say }: LogLimits): SampleLog {
  const position = keeper(join(folder, 'position.json'), Position, { from: 0, lost: 0, again: [] }, say)
  let { from, lost, again } = position.value
  /** numbers after `from` that are delivered, and those that are on their way */
  const done = new Set<number>()
  const out = new Set<number>()
  const segments = openSegments({ folder, hours, megabytes, begin: () => from, onDrop: drop })
  from = Math.min(Math.max(from, segments.first()), segments.end())
  let cursor = from
  let notedAt = 0
  const repeats = repeating(segments)

  function drop(segment: Segment): void {
    const undelivered = countOpen(segment)
    if (undelivered > 0) {
      lost += undelivered
      const since = new Date(segment.from).toISOString()
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
    position.save({ from, lost, again })
  }

  /** The oldest that wait. */
  function waiting(most: number): Numbered[] {
    const found: Numbered[] = []
    cursor = Math.max(cursor, from)
    for (; cursor < segments.end() && found.length < most; cursor++) {
      if (done.has(cursor) || out.has(cursor)) continue
      const sample = segments.sampleAt(cursor)
      // A line that cannot be read is nothing that could be sent.
      if (!sample) done.add(cursor)
      else {
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
        if (segment && (segment.to < span.from || segment.from > span.to)) {
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
