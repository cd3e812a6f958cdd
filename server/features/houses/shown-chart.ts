import { z } from 'zod'
import { ChartQuery, houses } from '#shared/contracts/houses.ts'
import { Id } from '#shared/endpoint.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { TARGET } from '#shared/in-target.ts'
import { CHART_ALARMS } from '#shared/limits.ts'
import { readBelieved } from '../../farm/figures/believed-chart.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { houseOf, zoneOf } from './chart-workbook.ts'
import { seenOf } from './house-access.ts'
import { alarmsIn, drawnName } from './house-charts.ts'
import { deedsIn } from './house-deeds.ts'
import { shownHouse } from './houses.queries.ts'
import { factsFor } from './metric-facts.ts'

/** The parameters of a printed chart's job. */
export const ChartRequest = ChartQuery.omit({ resolution: true }).extend({
  houseId: Id,
  metrics: z.array(z.string()),
})

/** Everything on the pages, as far as the requester may see it now. */
export async function shownOf(asked: Asked, request: z.output<typeof ChartRequest>) {
  const { db, viewer } = asked
  const { houseId, deviceId, metrics, from, to, points } = request
  const house = await houseOf(asked, request)
  // The temperature's target, whether it is drawn or not.
  const read = { metrics: [...new Set([...metrics, TARGET])], from, to, points, resolution: 'auto' as const }
  const chart = await readBelieved(db, { houseId, deviceId }, read)
  if (!chart) throw refuse.notFound()
  const seesAlarms = viewer.grants.has(houses.alarmMarks.access)
  return {
    house: shownHouse(house),
    name: drawnName(house, deviceId),
    timeZone: zoneOf(house),
    from,
    to,
    metrics,
    facts: await factsFor(db, house, metrics, deviceId),
    chart: holdUnchanged(chart),
    alarms: seesAlarms ? await alarmsIn(db, houseId, new Date(from), new Date(to), CHART_ALARMS) : null,
    deeds: await deedsIn({ db, viewer, query: { from, to } }, house),
    seen: seenOf(house),
  }
}
export type ShownChart = Awaited<ReturnType<typeof shownOf>>
