import { desc, eq } from 'drizzle-orm'
import type { houses, SignalsOfHouse } from '#shared/contracts/houses.ts'
import { checkSignals, countersAmong } from '#shared/signal-check.ts'
import { settingByName } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { mustLookFirst } from '../../farm/houses/signal-looks.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { signalLook } from '../../platform/database/tables/gateways.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { addRow, noteFound } from '../../platform/records/rows.ts'
import { readChart } from '../../telemetry/history.ts'
import { type Asked, foundShared, lookedAt } from './house-access.ts'
import type { FoundHouse } from './houses.queries.ts'
import { foreignMetrics } from './metric-facts.ts'
import { type Readings, toldBy } from './told-by.ts'

/** How long ago a counter may have moved, ms: longer than anybody takes to set up a house. */
const MOVED_WITHIN = 86_400_000
const POINTS = 400
const NOTHING_TOLD = text(
  '该鸡舍还没有任何信号上报，没有可以确认的内容',
  'Nothing has arrived from this house yet: there is nothing to confirm',
)

type Asking = Asked & Pick<Call<typeof houses.signals>, 'services'>

type Look = Pick<SignalsOfHouse, 'isWanted' | 'look'>

/** Who looked last, and whether birds wait for somebody to do so. */
async function lookOf(db: Db, houseId: string): Promise<Look> {
  const [last] = await db
    .select()
    .from(signalLook)
    .where(eq(signalLook.houseId, houseId))
    .orderBy(desc(signalLook.at))
    .limit(1)
  return {
    isWanted: await mustLookFirst(db, houseId),
    look: last
      ? { at: last.at.toISOString(), by: last.actorName, total: last.total, open: last.open.length }
      : null,
  }
}

/** Every signal of a house's devices, judged, and who looked at them last. Settings are left out without RC. */
async function signalsOf(call: Asking, found: FoundHouse): Promise<SignalsOfHouse> {
  const { db, services, language } = call
  const { devices, isRemote, row } = found
  const ids = devices.map(({ id }) => id)
  const [told, foreign, look] = await Promise.all([
    toldBy(db, services, devices),
    foreignMetrics(db, ids),
    lookOf(db, row.id),
  ])
  return {
    ...look,
    devices: await Promise.all(
      devices.map(async ({ id, code, name }) => {
        const readings = told.get(id) ?? {}
        const names = Object.keys(readings).filter(each => isRemote || !isSetting(each))
        const checked = checkSignals({
          values: Object.fromEntries(names.map(each => [each, readings[each]?.[0] ?? null])),
          ranges: new Map(foreign.get(id)?.map(each => [each.name, each] as const)),
          grown: await grownAmong(db, { houseId: row.id, deviceId: id }, readings),
        })
        return {
          id,
          code,
          name,
          signals: checked.map(each => ({ ...each, hint: each.hint?.[language] ?? null })),
        }
      }),
    ),
  }
}

const isSetting = (name: string) => settingByName(name) !== undefined

/** Counters that showed more than one value within a day. */
async function grownAmong(db: Db, subject: { houseId: string; deviceId: string }, readings: Readings) {
  const metrics = countersAmong(Object.keys(readings))
  if (metrics.length === 0) return new Set<string>()
  const to = Date.now()
  const from = to - MOVED_WITHIN
  const chart = await readChart(db, subject, { metrics, from, to, points: POINTS, resolution: 'auto' })
  const grown = chart?.series.filter(({ metric, low, high }) => {
    const known = (values: readonly (number | null)[]) => values.filter(value => value !== null)
    const latest = readings[metric]?.[0]
    const shown = [...known(low), ...known(high), ...(typeof latest === 'number' ? [latest] : [])]
    return shown.length > 0 && Math.max(...shown) > Math.min(...shown)
  })
  return new Set(grown?.map(({ metric }) => metric))
}

export const signalsOfHouse = async (call: Asking): Promise<SignalsOfHouse> =>
  signalsOf(call, await lookedAt(call, 'readings'))

/** Keeps that somebody looked at the list as it is now; birds may come from then on, whatever is still open. */
export async function confirmSignals(call: Call<typeof houses.confirmSignals>): Promise<Look> {
  const { db, viewer } = call
  const found = await noteFound(call, await foundShared(call), ({ row }) => lookOf(db, row.id))
  const { devices } = await signalsOf(call, found)
  const all = devices.flatMap(({ code, signals }) =>
    signals.map(({ name, state }) => ({ state, name: `${code}: ${name}` })),
  )
  // Nobody can have looked at what is not there.
  if (all.length === 0) throw refuse.invalid([{ field: 'devices', message: NOTHING_TOLD }])
  await addRow(call, signalLook, {
    id: newId(),
    houseId: found.row.id,
    officePath: found.row.officePath,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
    total: all.length,
    open: all.filter(({ state }) => state !== 'right').map(({ name }) => name),
  })
  call.named({ house: text(found.row.name, found.row.name) })
  return lookOf(db, found.row.id)
}
