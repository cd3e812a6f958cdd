import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHistogram, type Histogram } from './histogram.ts'

/** A page of the write-ahead log. */
const PAGE = Buffer.alloc(8_192, 1)
const EVERY_MS = 5

/**
 * How long the disk under a folder takes to keep one page, asked every 5 ms for `ms`: below this no commit can be. The
 * page is written over and over, as the log writes over its recycled files.
 */
export async function diskDelay(folder: string, ms: number): Promise<Histogram> {
  const path = join(folder, 'disk-probe')
  const took = createHistogram()
  const file = await open(path, 'w')
  try {
    for (const until = performance.now() + ms; performance.now() < until; await wait(EVERY_MS)) {
      const started = performance.now()
      await file.write(PAGE, 0, PAGE.length, 0)
      await file.datasync()
      took.add(performance.now() - started)
    }
  } finally {
    await file.close()
    await rm(path)
  }
  return took
}
