import type { ChartSources } from '../../farm/figures/work-out-chart.ts'
import { accountNow, createShares } from '../../platform/database/shares.ts'
import { keptThread } from '../../platform/kept-thread.ts'
import type { About } from './chart-file.ts'

/** The chart itself, or with `file` as a table for people. */
export interface Task {
  sources: ChartSources
  file: About | null
}
export type Done = { written: Uint8Array<ArrayBuffer> } | { needs: 'probes' } | { failed: string }

const runInThread = keptThread<Task, Done>(new URL('./chart.worker.ts', import.meta.url))

/** Whoever asks first after the start of the server does not wait for that of the thread. */
export const readyForCharts = runInThread.ready

/** One chart is worked out while the next one arrives. Accounts take turns, as they do for the database. */
const turns = createShares({ connections: { single: 2, several: 0 }, each: 1 })

/** Works out a chart off the main thread, as the bytes of an answer. */
export async function writtenInThread(sources: ChartSources, file: About | null) {
  const end = await turns.take(accountNow(), 'single')
  try {
    const done = await runInThread({ sources, file })
    if ('failed' in done) throw new Error(done.failed)
    return 'needs' in done ? done.needs : done.written
  } finally {
    end()
  }
}
