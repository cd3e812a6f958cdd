import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { prepareDue } from '../../farm/figures/figures.ts'
import { birdHousesOf } from '../../features/customers/customer-records.ts'
import { housesWithBirds } from '../../features/devices/devices.queries.ts'
import { told } from '../../features/settings/measured-house.fixture.ts'
import { keepingFarmsHeard } from '../../people/accounts/last-listener.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { buildDevice, buildFlock, buildHouse, buildRecord } from '../farm-builder.ts'

const MODE = 'Settings/Flock/HouseMode'
const day = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

/** What stands in a house of breeders: birds placed, and what left it yesterday. */
const cases = {
  females: { isFull: true, placed: { placedCount: 5_000 }, left: {} },
  males: { isFull: true, placed: { placedCount: 5_000, placedMales: 500 }, left: { movedOut: 5_000 } },
  'males that came alone': { isFull: true, placed: { placedCount: 0, placedMales: 500 }, left: {} },
  both: { isFull: true, placed: { placedCount: 5_000, placedMales: 500 }, left: {} },
  'a number that nobody said': { isFull: true, placed: { placedCount: null }, left: {} },
  'none any more': {
    isFull: false,
    placed: { placedCount: 5_000, placedMales: 500 },
    left: { movedOut: 5_000, movedOutMales: 500 },
  },
  'no flock': { isFull: false, placed: null, left: {} },
}
type Case = keyof typeof cases
const names = Object.keys(cases) as Case[]

let farm: TestApp
let owner: Person
const built = new Map<Case, { id: string; name: string; deviceId: string }>()
beforeAll(async () => {
  farm = await testApp()
  const place = farm.offices.direct
  owner = await farm.as({
    office: place,
    kind: 2,
    grants: [
      'device_setting:get',
      'device_setting:edit',
      'chicken_home_manage:query',
      'chicken_home_manage:delete',
      'house_alarm:query',
      'retech_datav:query',
    ],
  })
  for (const name of names) {
    const { placed, left } = cases[name]
    const device = await buildDevice(farm.services, place, { type: 'controller' })
    const house = await buildHouse(farm.services, place, {
      type: 'breeder',
      name: `House of ${name}`,
      deviceIds: [device.id],
    })
    if (placed) {
      const flock = { houseId: house.id, type: 'breeder' as const, placedOn: day(-200), ...placed }
      const { id } = await buildFlock(farm.services, place, flock)
      await buildRecord(farm.services, place, { flockId: id, day: day(-1), ...left })
    }
    const at = Date.now()
    const readings = new Map(Object.entries(told).map(([key, value]) => [key, { value, at }]))
    farm.services.devices.states.set(device.id, { readings, lastMessageAt: at, reportIntervalS: 5 })
    built.set(name, { id: house.id, name: house.name, deviceId: device.id })
  }
  while (await prepareDue(farm.services.store));
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const of = (name: Case) => {
  const house = built.get(name)
  if (!house) throw new Error(name)
  return house
}

/** Every place that decides whether birds are in a house, and whether it finds some. */
const places: Record<string, (house: { id: string; name: string; deviceId: string }) => Promise<boolean>> = {
  'a device that is taken away': async ({ deviceId }) => (await housesWithBirds(db(), [deviceId])).length > 0,
  'a customer that is switched off': async ({ name }) =>
    (await birdHousesOf(db(), farm.offices.direct.path)).includes(name),
  'the last who hears alarms': async ({ name }) => {
    const { id: officeId } = farm.offices.direct
    const leave = (tx: Db) =>
      tx.update(account).set({ deletedAt: new Date() }).where(eq(account.officeId, officeId))
    const refusal = await farm.services.store
      .transaction(SYSTEM, tx =>
        keepingFarmsHeard({ db: tx, viewer: { scope: SYSTEM } }, { officeId }, () => leave(tx)),
      )
      .catch((error: unknown) => error)
    return [',', '"'].some(end => JSON.stringify(refusal).includes(name + end))
  },
  'the question before a change of settings': async ({ id }) => {
    const asked = await owner.call(settings.question, {
      params: { id },
      body: { group: 'flock', wanted: { [MODE]: 0 } },
    })
    return asked.risks.some(({ message }) => message.startsWith('risk.modeStops'))
  },
  'the list of houses': async ({ id }) => {
    const { standardAge, aliveCount } = await owner.call(houses.get, { params: { id } })
    return standardAge !== null && aliveCount !== 0
  },
}

test.each(Object.keys(places).flatMap(place => names.map(name => [place, name] as const)))(
  '%s with %s in the house',
  async (place, name) => {
    expect(await places[place]?.(of(name))).toBe(cases[name].isFull)
  },
)

test('the wall counts houses of males as occupied', async () => {
  const { occupied } = await owner.call(dataScreen.figures)
  // Of a flock of unknown number nothing is counted.
  expect(occupied).toBe(names.filter(name => cases[name].isFull).length - 1)
})

test.each(names)('a house with %s in it is deleted only if it is empty', async name => {
  const { statusCode } = await owner.ask(houses.remove, { params: { id: of(name).id } })
  expect(statusCode === 200).toBe(!cases[name].isFull)
})
