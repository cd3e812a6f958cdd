import type { z } from 'zod'
import type { SettingQuestion } from '#shared/contracts/setting-question.ts'
import type { settings } from '#shared/contracts/settings.ts'
import { equipmentOf } from '#shared/house-equipment.ts'
import { isUnflued } from '#shared/physics/heaters.ts'
import { daysOf } from '#shared/setting-days.ts'
import { differing, draftProblems, only } from '#shared/setting-draft.ts'
import { saferWay, settingRisks } from '#shared/setting-risks.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { flockDayOf } from '#shared/standards/flock-day.ts'
import { obstaclesTo } from '#shared/what-if/needs.ts'
import type { RunHouse } from '#shared/what-if/run-house.ts'
import { localText } from '#shared/zone-time.ts'
import { doubtsNow } from '../../farm/figures/doubt-spans.ts'
import { heldFlocks } from '../../farm/flocks/held-flocks.ts'
import { airNow } from '../../farm/settings/air-now.ts'
import { judgedHouse, zoneOf } from '../../farm/settings/judged-house.ts'
import type { HarmsOf } from '../../farm/settings/waited.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import type { Services } from '../../platform/services.ts'
import { HALF_COVERED, sunAt } from './forecast.ts'
import { lookAhead } from './question-thread.ts'
import { refuseProblems } from './refuse-problems.ts'
import { inside, longitudeOf } from './run-house.queries.ts'
import { type Asked, controllerOf, type FoundController, seenOf } from './settings.queries.ts'

type Asking = Asked & { body: z.output<typeof settings.question.body> }

/** What sending a draft would ask; nothing is stored or sent. */
export async function askQuestion(call: Asking): Promise<SettingQuestion> {
  const { body, services } = call
  const found = await controllerOf(call, body.deviceId)
  const { values } = found.told
  refuseProblems(call, draftProblems(body.group, body.wanted, values))
  await noteLook(call, 'settings', [seenOf(found)])
  const asked = body.wanted as SettingDocument
  return questionOf(services, found, only(asked, differing(asked, values)))
}

/** Judges a change by the safe ranges, and by what the house's model says of the next hours. */
export async function questionOf(
  services: Services,
  found: FoundController,
  wanted: SettingDocument,
): Promise<SettingQuestion> {
  const { values } = found.told
  const house = judgedHouse(found)
  return {
    type: house.type,
    // A number that nobody said is not named.
    alive: house.isUsual ? 0 : house.alive,
    risks: settingRisks(values, wanted, house),
    safer: saferWay(values, wanted, house),
    days: daysOf(Object.keys(wanted), { ...values, ...wanted }),
    model: await modelOf(services.log, found, { today: values, wanted }),
  }
}

/** A house, what is believed of its air, and its birds. */
type HouseNow = Pick<FoundController, 'row' | 'now' | 'officeZone' | 'latest' | 'doubts' | 'air' | 'flock'>

/** Judges changes that waited by the model, for the house as it is when they are to be sent. */
export const harmsOfWaiting =
  ({ log, store }: Pick<Services, 'log' | 'store'>): HarmsOf =>
  async ({ house: row, deviceId, now, officeZone, wanted }, { values }, latest) => {
    const doubts = await doubtsNow(store.scoped(SYSTEM), [deviceId])
    const air = airNow(latest, doubts.get(deviceId))
    const flocks = await heldFlocks(store.scoped(SYSTEM), [row.id])
    const flock = flocks.get(row.id) ?? null
    const house = { row, now, officeZone, latest, doubts: doubts.get(deviceId), air, flock }
    const model = await modelOf(log, house, { today: values, wanted })
    return model?.harms ?? null
  }

/**
 * Null where the model cannot be run: the safe ranges alone decide then. One that is busy is asked again by the caller: a
 * change that kills must not slip through because many were asked at once.
 */
async function modelOf(
  log: Services['log'],
  found: HouseNow,
  { today, wanted }: { today: SettingDocument; wanted: SettingDocument },
): Promise<SettingQuestion['model']> {
  const house = houseAsItIs(found)
  const [now] = house?.weather ?? []
  if (!house || !now || obstaclesTo(today).length > 0) return null
  try {
    const { birds, equipment } = house
    return {
      outside: now.temperature,
      litter: birds.litter ?? null,
      isUnflued: isUnflued(equipment.heaters),
      harms: await lookAhead({ house, today, wanted }),
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.error({ err: error }, 'the house model failed on a question')
    return null
  }
}

/** The house with its air as last reported and believed, the outside staying as it is; null if too little is known. */
function houseAsItIs(found: HouseNow): RunHouse | null {
  const { air, now } = found
  const judged = judgedHouse(found)
  const { type, age, alive, weight, latitude, litter } = judged
  const [temperature, humidity] = [air.temperature(), air.first(inside.humidity)]
  const [outside, outsideHumidity] = [air.of('Climate/Temp/Outdoor'), air.of('Climate/Hum/Outdoor')]
  if (age === null || alive <= 0 || weight === null || temperature === null || humidity === null) return null
  if (outside === null || outsideHumidity === null) return null
  const from = Date.now()
  const standard = flockDayOf({ breed: now?.breed ?? null, standard: found.flock?.standard }, age)
  const sun = HALF_COVERED * sunAt({ latitude, longitude: longitudeOf(found) }, from)
  return {
    type,
    equipment: equipmentOf(judged),
    birds: { count: alive, age, weight, eggMass: standard ? standard.lay * standard.eggWeight : 0, litter },
    from,
    aheadOfUtc: Date.parse(`${localText(from, zoneOf(found))}Z`) - Math.floor(from / 60_000) * 60_000,
    weather: [{ at: from, temperature: outside, humidity: outsideHumidity, sun }],
    start: {
      temperature,
      humidity,
      co2: air.first(inside.co2),
      nh3: air.first(inside.nh3),
      level: air.of('Vent/Level'),
    },
  }
}
