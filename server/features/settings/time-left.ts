import type { TimeLeft } from '#shared/contracts/what-if.ts'
import { obstaclesTo } from '#shared/what-if/needs.ts'
import { brokenBy } from '#shared/what-if/time-left.ts'
import type { MinutesLeft } from '../../farm/alarms/harm-watch.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import type { Services } from '../../platform/services.ts'
import { houseToRun } from './run-house.queries.ts'
import { type Asked, controllerOf, type FoundController, seenOf } from './settings.queries.ts'
import { countInThread } from './time-left-thread.ts'

/** When a house passes its first limit if nobody does anything; null where its model does not know enough. */
export async function timeLeftOf(call: Asked): Promise<TimeLeft | null> {
  const found = await controllerOf(call, undefined)
  await noteLook(call, 'charts', [seenOf(found)])
  return countedFor(call, found)
}

/** In how many minutes a house passes its first limit, for the server's own use; null where that is not known. */
export const minutesLeftIn =
  (services: Services): MinutesLeft =>
  async houseId => {
    const asked = {
      db: services.store.scoped(SYSTEM),
      viewer: { scope: SYSTEM },
      params: { id: houseId },
      language: 'en-US',
      services,
    } as const
    try {
      const counted = await countedFor(asked, await controllerOf(asked, undefined))
      return counted?.afterMin ?? null
    } catch (error) {
      // The model knows too little of it, or has too much to do.
      if (error instanceof Refusal) return null
      throw error
    }
  }

async function countedFor(
  call: Pick<Asked, 'db' | 'services'>,
  found: FoundController,
): Promise<TimeLeft | null> {
  const { latest, told } = found
  const broken = brokenBy(metric => latest?.readings.get(metric)?.value)
  if (!broken || obstaclesTo(told.values).length > 0) return null
  const house = await modelOf(call, found)
  return house && countInThread({ house: { ...house, from: Date.now() }, settings: told.values, broken })
}

/** The house as its model runs it; null where weather, birds or air are not known. */
async function modelOf({ db, services }: Pick<Asked, 'db' | 'services'>, found: FoundController) {
  try {
    return (await houseToRun(db, services, found)).house
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
