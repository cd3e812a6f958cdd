import { beforeAll, beforeEach, expect, test } from 'vitest'
import { flocks } from '#shared/contracts/flocks.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { alarmFarm, type Controller, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, pass, start, settled, alarmsOf } = farm

let owner: Person
beforeAll(async () => {
  owner = await farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: everyGrant(2) })
})
beforeEach(() => farm.app.services.devices.states.clear())

/** A washed house that stands cold and closed, as its controller was left. */
const EMPTY = {
  'Settings/Flock/HouseMode': 0,
  'Climate/Temp/Avg': 8,
  'Climate/Temp/S1': 8,
  'Climate/Temp/Target': 21,
  'Air/NH3/S1': 60,
}
const today = () => dateIn('Asia/Shanghai', farm.now)

/** Hens of 18 weeks move in today, as the farm enters it. */
async function place({ houseId }: Controller): Promise<void> {
  await owner.call(flocks.create, {
    body: {
      houseId,
      category: 'laying',
      breed: 'hyline-brown',
      placedOn: today(),
      hatchedOn: daysAfter(today(), -126),
      placedCount: 20_000,
    },
  })
}
const codesOf = async (house: Controller) => (await alarmsOf(house)).map(({ code }) => code).toSorted()

test.each(['while the server runs', 'while it is down'])(
  'a house left in “empty” has no alarm of its climate; once a flock is placed, %s, it has all of them and the mode is one',
  async when => {
    const house = await controller(null)
    await start()
    report(house, EMPTY)
    pass(60 * MINUTE)
    await settled()
    expect(await codesOf(house)).toEqual([])

    if (when === 'while it is down') {
      await farm.stop()
      await place(house)
      await start()
    } else {
      await place(house)
      await farm.rereadHouses()
    }
    report(house, EMPTY)
    pass(15 * MINUTE)
    await settled()
    expect(await codesOf(house)).toEqual(['AmmoniaHigh', 'HouseModeEmpty', 'TemperatureLow'])
    const cold = (await alarmsOf(house)).find(({ code }) => code === 'TemperatureLow')
    expect(cold).toMatchObject({ condition: 'active', level: 'critical', value: 8, target: 21 })
    expect(await farm.noticesOfFarmer(cold?.id)).toBe(1)
  },
)

test('birds that are entered for tomorrow change nothing today', async () => {
  const house = await controller(null)
  await start()
  await owner.call(flocks.create, {
    body: {
      houseId: house.houseId,
      category: 'laying',
      breed: 'hyline-brown',
      placedOn: daysAfter(today(), 1),
      hatchedOn: daysAfter(today(), -125),
      placedCount: 20_000,
    },
  })
  await farm.rereadHouses()
  report(house, EMPTY)
  pass(15 * MINUTE)
  await settled()
  expect(await codesOf(house)).toEqual([])
})
