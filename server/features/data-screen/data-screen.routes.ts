import { eq } from 'drizzle-orm'
import { type DataScreen, dataScreen, wallStates } from '#shared/contracts/data-screen.ts'
import { deviceStatuses } from '#shared/devices.ts'
import { houseTypes } from '#shared/signals.ts'
import { bothNames } from '#shared/text.ts'
import { onCallNow } from '../../farm/alarms/on-call-now.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Call } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import {
  alarmsOf,
  daySumsOf,
  daysOf,
  mildestFirst,
  rateOf,
  shownDay,
  sumsOf,
  survivalOf,
  whoseOf,
} from './data-screen.queries.ts'
import { createWall, removeWall, wallsOf } from './walls.ts'

/** All of them, 0 for those without any. */
const each = <K extends string>(keys: readonly K[], counted: Partial<Record<K, number>>) =>
  Object.fromEntries(keys.map(key => [key, counted[key] ?? 0])) as Record<K, number>

/** Who may see the alarms of their own farm here sees who is called; of other farms nobody is named. */
async function onCallOf({
  services,
  viewer,
}: Call<(typeof dataScreen)['figures']>): Promise<string[] | null> {
  const place = { officePath: viewer.officePath, farmPath: viewer.scope.farm }
  const { hasPlan, people } = await onCallNow(services.store.scoped(SYSTEM), place)
  return hasPlan ? people.map(({ name }) => name) : null
}

async function figures(call: Call<(typeof dataScreen)['figures']>): Promise<DataScreen> {
  const { db, viewer, language, query } = call
  const whose = whoseOf(viewer, query.of)
  const [{ totals, ranking, marks }, summedDays, alarms, [own]] = await Promise.all([
    sumsOf(db, viewer, language, whose),
    daySumsOf(db, whose),
    alarmsOf(db, language, whose),
    db.select().from(office).where(eq(office.id, viewer.officeId)),
  ])
  // Totals name nobody; these lines do.
  const named = [...ranking.map(({ farm }) => farm), ...alarms.map(({ farmPath }) => farmPath)]
  await noteLook(
    call,
    'overview',
    named.map(farmPath => ({ farmPath })),
  )
  const days = daysOf(summedDays)
  const { farms, houses, newFarms, newHouses, birds, occupied, silent, inTarget, preparedAt } = totals
  return {
    name: own ? bothNames(own)[language] : '',
    timeZone: viewer.timeZone,
    isFarm: whose.of === 'farm',
    farms,
    houses,
    newFarms,
    newHouses,
    notShared: { farms: totals.hiddenFarms, houses: totals.hiddenHouses },
    birds,
    occupied,
    silent,
    states: each(wallStates, totals.states),
    birdsByType: each(houseTypes, totals.types),
    layingRate: rateOf(days.findLast(({ hens }) => hens)),
    survival: survivalOf(totals),
    devices: each(deviceStatuses, totals.devices),
    places: marks.map(({ gravity, ...mark }) => ({
      ...mark,
      urgency: mildestFirst[gravity - 1] ?? 'normal',
    })),
    alarms,
    onCall: whose.of === 'farm' ? await onCallOf(call) : null,
    ranking,
    inTarget,
    days: days.map(shownDay),
    preparedAt: preparedAt === null ? null : new Date(preparedAt).toISOString(),
  }
}

export const dataScreenFeature = feature('data-screen', dataScreen, {
  figures,
  walls: ({ db, viewer }) => wallsOf(db, viewer),
  createWall,
  removeWall,
})
