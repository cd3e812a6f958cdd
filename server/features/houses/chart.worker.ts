import { parentPort } from 'node:worker_threads'
import { houses } from '#shared/contracts/houses.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { believedFrom } from '../../farm/figures/work-out-chart.ts'
import { write } from '../../platform/http/written.ts'
import { writeChart } from './chart-file.ts'
import type { Done, Task } from './chart-thread.ts'

function work({ sources, file }: Task): Done {
  const chart = believedFrom(sources)
  if (chart === 'probes') return { needs: chart }
  // An unchanged value is held while the house spoke, as it is drawn.
  const written = file
    ? write(houses.chartFile, writeChart(holdUnchanged(chart), file))
    : write(houses.chart, chart)
  return { written }
}

/** One chart after the other. One that fails is told and keeps the thread, in which others wait. */
function tried(task: Task): Done {
  try {
    return work(task)
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort?.on('message', (task: Task) => {
  const done = tried(task)
  parentPort?.postMessage(done, 'written' in done ? [done.written.buffer] : [])
})
