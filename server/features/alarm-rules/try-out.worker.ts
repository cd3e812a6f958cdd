import { parentPort } from 'node:worker_threads'
import { needsReports, replay, type Series, suspects } from '../../farm/alarms/rule-replay.ts'
import type { Found } from '../../telemetry/chart-from.ts'
import type { Done, Stored, Task } from './try-out-thread.ts'

/** The readings that the database wrote as text. */
function seriesOf({ metrics, text }: Stored): Series {
  const { at, series } = JSON.parse(text) as Found
  return {
    at: at ?? [],
    of: new Map(
      metrics.map((metric, i) => {
        const [low, mean, high] = series[i] ?? [null, null, null]
        return [metric, { low: low ?? [], mean: mean ?? [], high: high ?? [] }]
      }),
    ),
  }
}

function work(task: Task): Done {
  const { rule } = task
  const quarters = seriesOf(task.quarters)
  const firstAt = firstOf(quarters, rule.metric)
  if (task.step === 'suspects')
    return { suspects: needsReports(rule) ? suspects(rule, quarters) : [], raised: [], milder: [], firstAt }
  const reports = task.reports.map(each => ({ ...seriesOf(each), span: each.span }))
  const { since, until, milder = [] } = task
  const readings = { quarters, reports, since, until }
  return {
    suspects: [],
    raised: replay(rule, readings),
    milder: milder.map(each => replay(each, readings)),
    firstAt,
  }
}

function firstOf({ at, of }: Series, metric: string): number | null {
  const first = of.get(metric)?.mean.findIndex(value => value !== null) ?? -1
  return at[first] ?? null
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(work(task)))
