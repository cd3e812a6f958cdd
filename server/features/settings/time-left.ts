import type { TimeLeft } from '#shared/contracts/what-if.ts'
import { obstaclesTo } from '#shared/what-if/needs.ts'
import { brokenBy } from '#shared/what-if/time-left.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { houseToRun } from './run-house.queries.ts'
import { type Asked, controllerOf, type FoundController, seenOf } from './settings.queries.ts'
import { countInThread } from './time-left-thread.ts'

/** When a house passes its first limit if nobody does anything; null where its model does not know enough. */
export async function timeLeftOf(call: Asked): Promise<TimeLeft | null> {
  const found = await controllerOf(call, undefined)
  await noteLook(call, 'charts', [seenOf(found)])
  const { latest, told } = found
  const broken = brokenBy(metric => latest?.readings.get(metric)?.value)
  if (!broken || obstaclesTo(told.values).length > 0) return null
  const house = await modelOf(call, found)
  return house && countInThread({ house: { ...house, from: Date.now() }, settings: told.values, broken })
}

/** The house as its model runs it; null where weather, birds or air are not known. */
async function modelOf({ db, services }: Asked, found: FoundController) {
  try {
    return (await houseToRun(db, services, found)).house
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
