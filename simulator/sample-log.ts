import type { Sample } from './sample.ts'

/** ms before the newest sample that are handed out first */
const FIRST_MS = 86_400_000

/** The gateway's memory of its measurements: bounded, delivered or not. */
export interface SampleLog {
  add(sample: Sample): void
  /**
   * the oldest sample of the newest day neither delivered nor handed out since the last `recall`; after these the older ones,
   * oldest first
   */
  nextUndelivered(): Sample | undefined
  /** hands out undelivered samples again: those in flight when a connection was lost */
  recall(): void
  /** marks samples from `from` to `to` (ms) as undelivered; returns their number */
  askAgain(from: number, to: number): number
  /** samples still to be delivered */
  waiting(): number
}

/**
 * A log that keeps the last `keep` samples in any case, and up to `buffer` while the oldest is undelivered;
 * beyond that the oldest is lost.
 */
export function sampleLog(keep: number, buffer: number): SampleLog {
  let samples: (Sample | undefined)[] = []
  // the log begins at `start` of the array, its newest day at `day`; `cursor` and `early` are next to look at in that and before
  let start = 0
  let day: number | undefined
  let cursor = 0
  let early = 0

  /** index where the newest day begins; looks from the end */
  function newestDay(): number {
    const since = (samples.at(-1)?.at ?? 0) - FIRST_MS
    let i = samples.length
    while (i > start && (samples[i - 1]?.at ?? 0) > since) i--
    return i
  }
  function handOutAnew(): void {
    day = cursor = newestDay()
    early = start
  }
  /** the next undelivered one from `from` to before `to`, and where to look on */
  function undelivered(from: number, to: number): [Sample | undefined, number] {
    for (let i = Math.max(from, start); i < to; i++) {
      const sample = samples[i]
      if (sample && !sample.delivered) return [sample, i + 1]
    }
    return [undefined, to]
  }
  return {
    add(sample) {
      samples.push(sample)
      for (let surplus = samples.length - start - keep; surplus > 0; surplus--) {
        if (!samples[start]?.delivered && samples.length - start <= buffer) break
        samples[start++] = undefined
      }
      if (start > 4096 && start > samples.length / 2) {
        samples = samples.slice(start)
        const moved = (index: number) => Math.max(0, index - start)
        if (day !== undefined) day = moved(day)
        cursor = moved(cursor)
        early = moved(early)
        start = 0
      }
    },
    nextUndelivered() {
      if (day === undefined) handOutAnew()
      let next: Sample | undefined
      ;[next, cursor] = undelivered(cursor, samples.length)
      if (!next) [next, early] = undelivered(early, day ?? 0)
      return next
    },
    recall: handOutAnew,
    askAgain(from, to) {
      let found = 0
      for (let i = start; i < samples.length; i++) {
        const sample = samples[i]
        if (!sample || sample.at < from || sample.at > to) continue
        sample.delivered = false
        found++
      }
      if (found > 0) handOutAnew()
      return found
    },
    waiting() {
      let count = 0
      for (let i = start; i < samples.length; i++) if (samples[i]?.delivered === false) count++
      return count
    },
  }
}
