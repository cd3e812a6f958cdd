import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHistogram, type Histogram } from './histogram.ts'

/** A page of the write-ahead log. */
const PAGE = Buffer.alloc(8_192, 1)
const EVERY_MS = 10

/**
 * How long the disk under a folder takes to keep one page, asked every 10 ms for `ms`: below this no commit can be. The
 * page is written over and over, as the log writes over its recycled files. While the disk stands still the pages that
 * fall due wait for it and count with their waiting, as messages do.
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
      // The timer's own slack is not the disk's.
      took.add(kept - (late > 0 ? due : started))
      for (due += EVERY_MS; due < started; due += EVERY_MS) took.add(kept - due)
    }
  } finally {
    await file.close()
    await rm(path)
  }
  return took
}
