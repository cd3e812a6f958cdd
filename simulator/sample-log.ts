import type { Sample } from './sample.ts'

/** The gateway's memory of its measurements: bounded, oldest first, delivered or not. */
export interface SampleLog {
  add(sample: Sample): void
  /** the oldest sample neither delivered nor handed out since the last `recall` */
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
  // the log begins at `start` of the array; `cursor` is the next to look at
  let start = 0
  let cursor = 0
  return {
    add(sample) {
      samples.push(sample)
      for (let surplus = samples.length - start - keep; surplus > 0; surplus--) {
        if (!samples[start]?.delivered && samples.length - start <= buffer) break
        samples[start++] = undefined
      }
      if (start > 4096 && start > samples.length / 2) {
        samples = samples.slice(start)
        cursor = Math.max(0, cursor - start)
        start = 0
      }
    },
    nextUndelivered() {
      cursor = Math.max(cursor, start)
      while (cursor < samples.length) {
        const sample = samples[cursor++]
        if (sample && !sample.delivered) return sample
      }
      return undefined
    },
    recall() {
      cursor = start
    },
    askAgain(from, to) {
      let found = 0
      for (let i = start; i < samples.length; i++) {
        const sample = samples[i]
        if (!sample || sample.at < from || sample.at > to) continue
        sample.delivered = false
        found++
      }
      if (found > 0) cursor = start
      return found
    },
    waiting() {
      let count = 0
      for (let i = start; i < samples.length; i++) if (samples[i]?.delivered === false) count++
      return count
    },
  }
}
