import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { houseDevice } from '../../../platform/database/tables/farms.ts'
import { buildDevice, buildFlock, buildHouse, buildRecord } from '../../../testing/farm-builder.ts'
import { storeReports } from '../../../testing/stored-reports.ts'
import { zoneAtNoon } from '../../../testing/zone-at-noon.ts'
import { alarmFarm } from '../testing/alarm-farm.ts'

const farm = alarmFarm()
const { alarmsOf, settled, start } = farm

const timeZone = zoneAtNoon()
const today = dateIn(timeZone, Date.now())
const ago = (days: number) => daysAfter(today, -days)
const QUARTER_MS = 15 * 60_000
const METRICS = ['Bird/Count', 'Egg/Today', 'Water/Today']
/** Days that the controller counts, the last of them yesterday. */
const DAYS = 6
const HENS = 20_000

interface Counted {
  /** Of each day, oldest first. */
  dead?: readonly number[]
  rates?: readonly number[]
  litres?: readonly number[]
}
const calm = {
  dead: [2, 1, 3, 2, 2, 1],
  rates: [94, 94, 94, 94, 94, 94],
  litres: [4_000, 4_000, 4_000, 4_000, 4_000, 4_000],
}

/** Hens of day 250 whose controller counts birds, eggs and water; nobody records anything. */
async function hens(counted: Counted, untilHour = 24) {
  const { dead, rates, litres } = { ...calm, ...counted }
  const { services, offices } = farm.app
  const device = await buildDevice(services, offices.sharing, { type: 'controller', status: 'ONLINE' })
  const { id: houseId } = await buildHouse(services, offices.sharing, { deviceIds: [device.id], timeZone })
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(instantOf(`${ago(20)}T00:00`, timeZone)) })
    .where(eq(houseDevice.houseId, houseId))
  const { id: flockId } = await buildFlock(services, offices.sharing, {
    houseId,
    placedOn: ago(250),
    placedCount: HENS,
    breed: 'hyline-brown',
  })
  const reports = []
  let alive = HENS
  for (const [i, dying] of dead.entries()) {
    const from = instantOf(`${ago(DAYS - i)}T00:00`, timeZone)
    const to = instantOf(`${ago(DAYS - i - 1)}T00:00`, timeZone)
    const eggs = ((rates[i] ?? 0) * HENS) / 100
    const end = i < DAYS - 1 ? to : from + untilHour * 4 * QUARTER_MS
    for (let at = from; at < end; at += QUARTER_MS) {
      const share = Math.min(1, (at - from + QUARTER_MS) / (to - from))
      // The dead are counted at noon.
      const birds = share > 0.5 ? alive - dying : alive
      reports.push({ at, values: [birds, Math.round(eggs * share), Math.round((litres[i] ?? 0) * share)] })
    }
    alive -= dying
  }
  await storeReports(services, device.id, METRICS, reports)
  return { houseId, flockId }
}

test.each<[string, Counted, object[]]>([
  ['all is well', {}, []],
  ['birds die', { dead: [2, 1, 3, 2, 2, 26] }, [{ code: 'LossesHigh', level: 'critical' }]],
  [
    'they lay less each day',
    { rates: [94, 94, 94, 92.9, 91.8, 90.7] },
    [{ code: 'LayingRateFalling', level: 'warning' }],
  ],
  [
    'they drink less each day',
    { litres: [4_000, 4_000, 4_000, 3_680, 3_385, 3_115] },
    [{ code: 'WaterFalling', level: 'warning' }],
  ],
  ['the counter of eggs breaks', { rates: [94, 94, 94, 94, 94, 0] }, []],
  [
    'half are caught, and nobody has said so yet',
    {
      dead: [2, 1, 3, 2, 9_000, 2],
      rates: [94, 94, 94, 94, 60, 51.7],
      litres: [4_000, 4_000, 4_000, 4_000, 3_000, 2_200],
    },
    [],
  ],
])('counters tell what nobody recorded: %s', async (_, counted, expected) => {
  const kept = await hens(counted)
  await start()
  await settled()
  expect(await alarmsOf(kept)).toMatchObject(expected)
})

test('a house that fell silent within the day says nothing about it', async () => {
  const kept = await hens({}, 12)
  await start()
  await settled()
  expect(await alarmsOf(kept)).toEqual([])
})

test('what was recorded counts before what was counted', async () => {
  const kept = await hens({ dead: [2, 1, 3, 2, 2, 26] })
  await start()
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'active' }]))
  const { services, offices } = farm.app
  await buildRecord(services, offices.sharing, { flockId: kept.flockId, day: ago(1), dead: 2, culled: 0 })
  await soon(async () => expect(await alarmsOf(kept)).toMatchObject([{ condition: 'cleared' }]))
})

test('a meter that disagrees with what was typed lately is not believed without a record', async () => {
  const kept = await hens({ litres: [4_000, 4_000, 4_000, 4_000, 4_000, 1_500] })
  const { services, offices } = farm.app
  await buildRecord(services, offices.sharing, {
    flockId: kept.flockId,
    day: ago(2),
    water: 5_800,
    measured: { water: 4_000 },
  })
  await start()
  await settled()
  expect(await alarmsOf(kept)).toEqual([])
})
