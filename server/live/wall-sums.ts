import { doubtOf, doubtsAmong } from '#shared/probe-doubts.ts'
import type { FrameData } from '#shared/realtime.ts'
import { dateIn, instantOf } from '#shared/zone-time.ts'
import type { Farm } from '../farm/house-state/farm.ts'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'
import { isInScope } from '../platform/database/scope.ts'
import type { Viewer } from '../platform/http/identify.ts'
import { type DayCounts, dayCounters } from './day-counts.ts'

export type Sums = Omit<Extract<FrameData, { dataType: 'WALL' }>, 'dataType' | 'news'>

/** Whose houses a wall shows: for a farm that is an agent too its own, or those of its customers. */
export type WallOf = true | 'customers'

/** Whether a wall shows the house: as for its other figures, the farm must be the viewer's own or shared. */
function isOnWall({ grants, scope }: Viewer, house: KnownHouse, now: number, of: WallOf): boolean {
  if (scope.farm !== '' && (house.farmPath === scope.farm) !== (of === true)) return false
  if (!grants.has('retech_datav:query') || !isInScope(scope, { ...house, path: house.officePath }))
    return false
  return scope.farm === house.farmPath || scope.farm === '*' || house.sharedUntil > now
}

/** One round of summing up for several walls, at the same moment: what they share is worked out once. */
export function createSumming({ directory, states }: Farm, counts: DayCounts, now: number) {
  /** Start of the day by zone. */
  const midnights = new Map<string, number>()
  /** By what a viewer may see. */
  const known = new Map<string, Sums>()

  function midnightIn(timeZone: string): number {
    const midnight = midnights.get(timeZone) ?? instantOf(`${dateIn(timeZone, now)}T00:00`, timeZone)
    midnights.set(timeZone, midnight)
    return midnight
  }

  function sumUp(viewer: Viewer, of: WallOf): Sums {
    const sums: Sums = {
      eggs: 0,
      feed: 0,
      water: 0,
      leftOut: { eggs: 0, feed: 0, water: 0 },
      reporting: 0,
    }
    for (const house of directory.all()) {
      if (!isOnWall(viewer, house, now, of)) continue
      const lately = states.of(house.id)
      if (lately?.state !== 'offline') sums.reporting += 1
      const midnight = midnightIn(house.timeZone)
      const doubts = doubtsAmong(lately?.alarms ?? [])
      for (const [counter, metric] of dayCounters) {
        const teller = counts.tellerOf(house, counter)
        if (teller && doubtOf(doubts.get(teller.id), metric)) sums.leftOut[counter] += 1
        else if (teller && teller.at >= midnight) sums[counter] += teller.value
      }
    }
    return sums
  }

  return {
    sumsOf(viewer: Viewer, of: WallOf): Sums {
      const key = JSON.stringify([of, viewer.scope, viewer.grants.has('retech_datav:query')])
      const sums = known.get(key) ?? sumUp(viewer, of)
      known.set(key, sums)
      return sums
    },
  }
}
