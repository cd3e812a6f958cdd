import { daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { readBelieved } from '../figures/believed-chart.ts'

const SILOS = ['Feed/Silo1/Weight', 'Feed/Silo2/Weight']
/** The last report of a day came within this time before its midnight, ms. */
const LATELY_MS = 3_600_000
const POINTS = 20

/**
 * kg in a house's silos by their scales on the evening of a day; null if the controller has none, told nothing then, or is in
 * doubt.
 */
export async function siloAt(db: Db, houseId: string, day: string, timeZone: string): Promise<number | null> {
  const to = instantOf(`${daysAfter(day, 1)}T00:00`, timeZone)
  const asked = { metrics: SILOS, from: to - LATELY_MS, to, points: POINTS, resolution: '15m' as const }
  const chart = await readBelieved(db, { houseId }, asked)
  const told = (chart?.series ?? []).flatMap(({ mean, doubts }) => {
    const last = mean.findLast(value => value !== null) ?? null
    return last === null ? [] : [{ last, isDoubted: (doubts?.length ?? 0) > 0 }]
  })
  if (told.length === 0 || told.some(({ isDoubted }) => isDoubted)) return null
  return told.reduce((sum, { last }) => sum + last, 0)
}
