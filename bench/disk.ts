import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHistogram, type Histogram } from './histogram.ts'

/** A page of the write-ahead log. */
const PAGE = Buffer.alloc(8_192, 1)
const EVERY_MS = 10

/**
 * How long the disk under a folder takes to persist one page, tried every 10 ms for `ms`: no commit can be faster. The same
 * page is overwritten each time, as the log overwrites its recycled files. While the disk stalls, pages that fall due wait
 * and their waiting counts, as it does for messages.
 */
export async function diskDelay(folder: string, ms: number): Promise<Histogram> {
  const path = join(folder, 'disk-probe')
  const took = createHistogram()
  const file = await open(path, 'w')
  try {
    const until = performance.now() + ms
    for (let due = performance.now(); due < until; ) {
      const late = performance.now() - due
      if (late < 0) await wait(-late)
      const started = performance.now()
      await file.write(PAGE, 0, PAGE.length, 0)
      await file.datasync()
      const kept = performance.now()
      // The timer's own delay is not the disk's.
      took.add(kept - (late > 0 ? due : started))
      for (due += EVERY_MS; due < started; due += EVERY_MS) took.add(kept - due)
    }
  } finally {
    await file.close()
    await rm(path)
  }
  return took
}
