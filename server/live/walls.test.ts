import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Grant } from '#shared/permissions.ts'
import { soon } from '#shared/testing/soon.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { office } from '../platform/database/tables/offices.ts'
import { buildDevice, buildHouse } from '../testing/farm-builder.ts'
import { type LiveApp, liveApp } from '../testing/live-app.ts'
import type { LiveListener } from '../testing/live-listener.ts'

let farm: LiveApp
beforeAll(async () => {
  farm = await liveApp()
})
afterEach(() => farm.hangUp())
afterAll(() => farm.close())

/** A house whose controller counts eggs. */
const newHouse = async (place: 'sharing' | 'closed') => (await newCounted(place)).deviceId
async function newCounted(place: 'sharing' | 'closed') {
  const device = await buildDevice(farm.services, farm.offices[place], {
    type: 'controller',
    status: 'ONLINE',
  })
  const house = await buildHouse(farm.services, farm.offices[place], { deviceIds: [device.id] })
  const told = new Promise(resolve => farm.services.events.once('house', resolve))
  farm.services.events.emit('registry', { deviceIds: [device.id] })
  await told
  return { deviceId: device.id, houseId: house.id }
}
const count = (deviceId: string, eggs: number) =>
  farm.services.events.emit('report', {
    deviceId,
    at: Date.now(),
    historical: false,
    values: new Map([['Egg/Today', eggs]]),
  })
const hang = (listener: LiveListener) =>
  listener.socket.send(JSON.stringify({ watch: { houses: [], wall: true } }))
const eggsOn = (listener: LiveListener) => listener.of('WALL').at(-1)?.eggs
const staff = (grants: Grant[] = ['retech_datav:query']) =>
  farm.as({ office: farm.offices.provider, kind: 1, grants })
const share = (until: Date | null) =>
  farm.services.store
    .scoped(SYSTEM)
    .update(office)
    .set({ farmAccessUntil: until })
    .where(eq(office.id, farm.offices.closed.id))

test('a wall counts up with the reports of the farms that share, and drops one that stops sharing', async () => {
  const [shared, closed] = [await newHouse('sharing'), await newHouse('closed')]
  const wall = await farm.listen(await staff())
  hang(wall)
  await soon(() => expect(eggsOn(wall)).toBe(0))
  count(shared, 100)
  count(closed, 7)
  await soon(() => expect(eggsOn(wall)).toBe(100))
  await share(new Date(Date.now() + 86_400_000))
  await soon(() => expect(eggsOn(wall)).toBe(107))
  const { news } = wall.of('WALL').at(-1) ?? { news: 0 }
  await share(null)
  await soon(() => expect(eggsOn(wall)).toBe(100))
  expect(wall.of('WALL').at(-1)?.news).not.toBe(news)
})

test('people who may not see the data screen are told nothing of its figures', async () => {
  const shared = await newHouse('sharing')
  const [wall, other] = [
    await farm.listen(await staff()),
    await farm.listen(await staff(['chicken_home_manage:query'])),
  ]
  hang(wall)
  hang(other)
  await soon(() => expect([eggsOn(wall), eggsOn(other)]).toEqual([0, 0]))
  count(shared, 55)
  await soon(() => expect(eggsOn(wall)).toBe(55))
  expect(other.of('WALL').every(({ eggs, reporting }) => eggs === 0 && reporting === 0)).toBe(true)
})

test('a wall leaves out a counter in doubt and says so, and takes no glitch for eggs', async () => {
  const { deviceId, houseId } = await newCounted('sharing')
  const honest = await newHouse('sharing')
  const wall = await farm.listen(await staff())
  hang(wall)
  await soon(() => expect(eggsOn(wall)).toBeDefined())
  // Of the houses of other tests.
  const eggsBefore = eggsOn(wall) ?? 0
  count(deviceId, 300)
  count(honest, 50)
  await soon(() => expect(eggsOn(wall)).toBe(eggsBefore + 350))
  count(honest, 4_194_354)
  count(honest, 51)
  await soon(() => expect(eggsOn(wall)).toBe(eggsBefore + 351))
  expect(wall.of('WALL').every(({ eggs }) => eggs < 4_000_000)).toBe(true)
  farm.services.events.emit('alarm', {
    alarmId: 'doubt',
    change: 'raised',
    alarm: {
      code: 'ProbeWrong.jumped:Egg/Today',
      level: 'warning',
      iotId: deviceId,
      source: 'platform',
      houseIds: [houseId],
      raisedAt: Date.now(),
    },
  })
  await soon(() =>
    expect(wall.of('WALL').at(-1)).toMatchObject({ eggs: eggsBefore + 51, leftOut: { eggs: 1 } }),
  )
})
