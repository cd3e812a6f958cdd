import { runsBy } from '#shared/overhaul.ts'
import { type PowerSample, type Transfer, transfersOf } from '#shared/safety-tests.ts'
import type { Db } from '../../../platform/database/store.ts'
import { readChart } from '../../../telemetry/history.ts'

const MAINS = 'Power/MainsOk'
const GENERATOR = 'Power/GeneratorOn'
const SPEEDS = [1, 2].map(fan => `Fan/VarSpeed${fan}/Output`)
const { metrics: FANS, idle } = runsBy('fans')

const QUARTER_MS = 900_000
/** How far back times without mains are looked for: quarters of an hour of a month are read quickly. ms */
export const LOOK_BACK_MS = 31 * 86_400_000
/** The newest of them are shown. */
const MOST = 5
const QUARTERS = Math.ceil(LOOK_BACK_MS / QUARTER_MS) + 2
/** Reports of a stretch without mains, one every few seconds. */
const REPORTS = 20_000
/** A stretch longer than this is read up to here: the transfer is at its beginning. ms */
const LONG_MS = 6 * 3_600_000

type Series = readonly (number | null)[]

/**
 * Stretches of quarters in which the mains were out, with a quarter before; ms. One lasts until a quarter in which they are
 * told to be back: a value that is not repeated stands.
 */
function stretches(at: readonly number[], low: Series, high: Series): [from: number, to: number][] {
  const found: [number, number][] = []
  for (const [i, start] of at.entries()) {
    if (low[i] !== 0) continue
    const back = at.findIndex((_, j) => j > i && typeof high[j] === 'number' && high[j] !== 0)
    const end = back === -1 ? Number.POSITIVE_INFINITY : (at[back] ?? start)
    const [from, to] = [start - QUARTER_MS, end + QUARTER_MS]
    const last = found.at(-1)
    if (last && from <= last[1]) last[1] = to
    else found.push([from, to])
  }
  return found
}

const isOn = (value: number | null | undefined, before: boolean | null): boolean | null =>
  value === null || value === undefined ? before : value !== 0

/** Reports as samples of power and fans: a value that is not repeated stands. */
function samplesOf(
  at: readonly number[],
  of: ReadonlyMap<string, Series>,
  mains: boolean | null,
): PowerSample[] {
  const running = new Map<string, boolean>()
  let now: Omit<PowerSample, 'at'> = { mains, generator: null, fans: null }
  return at.map((time, i) => {
    for (const fan of [...FANS, ...SPEEDS]) {
      const value = of.get(fan)?.[i]
      if (value !== null && value !== undefined)
        running.set(fan, SPEEDS.includes(fan) ? value > 0 : !idle.includes(value))
    }
    now = {
      mains: isOn(of.get(MAINS)?.[i], now.mains),
      generator: isOn(of.get(GENERATOR)?.[i], now.generator),
      fans: running.size === 0 ? null : [...running.values()].filter(Boolean).length,
    }
    return { at: time, ...now }
  })
}

/**
 * The times without mains of a house since `from`, newest first, as its readings show them to this viewer. Null where the
 * controller tells nothing of its mains, or its customer does not share readings.
 */
export async function transfersIn(
  db: Db,
  houseId: string,
  { from, to }: { from: number; to: number },
): Promise<Transfer[] | null> {
  // What is not repeated may have been told long before the last test.
  const asked = { from: to - LOOK_BACK_MS, to, points: QUARTERS, resolution: '15m' as const }
  const quarters = await readChart(db, { houseId }, { ...asked, metrics: [MAINS] })
  const [mains] = quarters?.series ?? []
  if (!quarters || !mains || mains.mean.every(value => value === null)) return null
  const found: Transfer[] = []
  const since = stretches(quarters.at, mains.low, mains.high).filter(([, last]) => last >= from)
  for (const [first, last] of since.toReversed().slice(0, MOST)) {
    const until = Math.min(last, first + LONG_MS, to)
    const reports = await readChart(
      db,
      { houseId },
      {
        metrics: [MAINS, GENERATOR, ...FANS, ...SPEEDS],
        from: first,
        to: until,
        points: REPORTS,
        resolution: 'raw',
      },
    )
    if (!reports) continue
    const before = mains.high.findLast((value, i) => value !== null && (quarters.at[i] ?? 0) < first)
    const series = new Map(reports.series.map(({ metric, mean }) => [metric, mean]))
    const samples = samplesOf(
      reports.at,
      series,
      before === undefined || before === null ? null : before !== 0,
    )
    found.push(...transfersOf(samples).toReversed())
  }
  return found.filter(({ mainsOffAt }) => mainsOffAt >= from)
}
