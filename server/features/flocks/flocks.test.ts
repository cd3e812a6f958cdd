import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { openPoints } from '#shared/readiness.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { deviceState, houseNow } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, new Date()), days)
const all = ['query', 'get', 'add', 'edit', 'delete'] as const
const grants = [
  ...all.map(action => `chicken_batch:${action}` as Grant),
  ...all.map(action => `chicken_home_manage:${action}` as Grant),
]

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(() => farm.close())

const form = (houseId: string, more: object = {}) => ({
  houseId,
  category: 'laying' as const,
  breed: 'hyline-brown',
  placedOn: inDays(-10),
  hatchedOn: inDays(-130),
  placedCount: 20_000,
  ...more,
})
const newHouse = () => buildHouse(farm.services, farm.offices.sharing)
const faultsOf = (answer: { json(): { data: { field: string; message: string }[] } }) => answer.json().data

test('a flock that comes into a house stands on the house, and goes with its end', async () => {
  const house = await newHouse()
  const made = await owner.call(flocks.create, { body: form(house.id) })
  expect(made).toMatchObject({ state: 'running', alive: 20_000, age: 130, livability: null, lost: null })
  expect(made.livabilityLacks).toBe('unrecorded')
  expect(made.number).toBe(`FL${inDays(-10).replaceAll('-', '')}${made.number.slice(-4)}`)
  const params = { id: house.id }
  expect(await owner.call(houses.get, { params })).toMatchObject({
    breed: 'hyline-brown',
    flockStartedOn: inDays(-10),
    flockHatchedOn: inDays(-130),
    flockCount: 20_000,
  })
  await owner.call(flocks.close, { params: { id: made.id }, body: { endedOn: inDays(-1) } })
  expect(await owner.call(houses.get, { params })).toMatchObject({ flockStartedOn: null, flockCount: null })
})

test('the page of a flock has the birds by its records, and what the controller counts where that contradicts them', async () => {
  const { services, offices } = farm
  const { path } = offices.sharing
  const database = services.store.scoped(SYSTEM)
  const { id } = await buildDevice(services, offices.sharing, { type: 'controller' })
  const counting = (birds: number) => ({ values: { 'Bird/Count': [birds, Date.now()] as [number, number] } })
  const state = { deviceId: id, officePath: path, farmPath: path, savedAt: new Date(), ...counting(19_000) }
  await database.insert(deviceState).values(state)
  const house = await buildHouse(services, offices.sharing, { state: 'normal', deviceIds: [id] })
  const made = { houseId: house.id, placedOn: inDays(-10), hatchedOn: inDays(-130), placedCount: 20_000 }
  const flock = await buildFlock(services, offices.sharing, made)
  const shown = async () => {
    const { flock: known, counted } = await owner.call(flocks.course, { params: { id: flock.id } })
    return [known.alive, counted]
  }
  expect(await shown(), 'nothing is recorded').toEqual([20_000, null])
  await buildRecord(services, offices.sharing, { flockId: flock.id, day: inDays(-1), dead: 20 })
  expect(await shown()).toEqual([19_980, 19_000])
  await database.update(deviceState).set(counting(19_900)).where(eq(deviceState.deviceId, id))
  expect(await shown()).toEqual([19_980, null])
  await database.update(deviceState).set(counting(19_000)).where(eq(deviceState.deviceId, id))
  await database.update(houseNow).set({ state: 'offline' }).where(eq(houseNow.houseId, house.id))
  expect(await shown(), 'a controller that is not heard').toEqual([19_980, null])
})

test('a house has one flock at a time, and says which', async () => {
  const house = await newHouse()
  const { number } = await owner.call(flocks.create, { body: form(house.id) })
  const [fault] = faultsOf(await owner.ask(flocks.create, { body: form(house.id) }))
  expect(fault?.field).toBe('houseId')
  expect(fault?.message).toContain(number)
})

test('the form of a house begins, changes and ends its flock', async () => {
  const house = await newHouse()
  const params = { id: house.id }
  const shown = await owner.call(houses.get, { params })
  const told = { flockStartedOn: inDays(-20), flockCount: 900, flockSold: 10, breed: 'hyline-w36' }
  await owner.call(houses.update, { params, body: { ...shown, ...told } })
  const query = { houseId: house.id }
  const [begun] = (await owner.call(flocks.list, { query })).items
  expect(begun).toMatchObject({ placedOn: inDays(-20), placedCount: 900, alive: 890, breed: 'hyline-w36' })
  const again = await owner.call(houses.get, { params })
  await owner.call(houses.update, { params, body: { ...again, flockStartedOn: null, flockCount: null } })
  const [ended] = (await owner.call(flocks.list, { query })).items
  expect(ended).toMatchObject({ id: begun?.id, state: 'closed', endedOn: inDays(0) })
})

test('a breed of other birds is refused beside it, by the form of the flock and by that of the house', async () => {
  const house = await newHouse()
  const refused = (answer: Parameters<typeof faultsOf>[0] & { statusCode: number }) => {
    expect(answer.statusCode).toBe(400)
    return faultsOf(answer).map(({ field, message }) => [field, message])
  }
  const atBreed = [['breed', 'This breed is not kept in such a house']]
  const broilers = form(house.id, { breed: 'ross308' })
  expect(refused(await owner.ask(flocks.create, { body: broilers }))).toEqual(atBreed)
  // A breed without a standard may be any bird's.
  const { id } = await owner.call(flocks.create, { body: form(house.id, { breed: 'Jing Hong 1' }) })
  expect(refused(await owner.ask(flocks.update, { params: { id }, body: broilers }))).toEqual(atBreed)
  const params = { id: house.id }
  const shown = await owner.call(houses.get, { params })
  const body = { ...shown, breed: 'cobb500-ps' }
  expect(refused(await owner.ask(houses.update, { params, body }))).toEqual(atBreed)
  expect(await owner.call(houses.get, { params })).toMatchObject({ breed: 'Jing Hong 1' })
  // Parents are reared in houses of pullets.
  const pullets = await buildHouse(farm.services, farm.offices.sharing, { type: 'pullet' })
  const reared = form(pullets.id, { breed: 'ross308-ps', category: 'rearing' })
  expect(await owner.call(flocks.create, { body: reared })).toMatchObject({ breed: 'ross308-ps' })
})

test('birds sold by its records are sold on the house as well', async () => {
  const house = await newHouse()
  const office = farm.offices.sharing
  const flock = await buildFlock(farm.services, office, { houseId: house.id, placedCount: 1_000 })
  await buildRecord(farm.services, office, { flockId: flock.id, day: '2026-01-05', sold: 300, movedIn: 50 })
  expect(await owner.call(houses.get, { params: { id: house.id } })).toMatchObject({
    flockCount: 1_050,
    flockSold: 300,
  })
})

test.each([
  [{ placedOn: inDays(400), hatchedOn: null }, 'placedOn'],
  [{ hatchedOn: inDays(-5) }, 'hatchedOn'],
  [{ matureCount: 100 }, 'maturedOn'],
  [{ maturedOn: inDays(-8), matureCount: 20_001 }, 'matureCount'],
  [{ placedCount: 0 }, 'placedCount'],
])('what cannot be is said beside its field: %o', async (more, field) => {
  const house = await newHouse()
  const answer = await owner.ask(flocks.create, { body: form(house.id, more) })
  expect(answer.statusCode).toBe(400)
  expect(faultsOf(answer).map(fault => fault.field)).toContain(field)
})

test('a closed flock is locked until it is reopened with a reason', async () => {
  const house = await newHouse()
  const flock = await owner.call(flocks.create, { body: form(house.id) })
  const params = { id: flock.id }
  await owner.call(flocks.close, { params, body: { endedOn: inDays(0) } })
  expect((await owner.ask(flocks.update, { params, body: form(house.id) })).statusCode).toBe(409)
  expect((await owner.ask(flocks.reopen, { params, body: { reason: '' } })).statusCode).toBe(400)
  expect(await owner.call(flocks.reopen, { params, body: { reason: 'Closed too early' } })).toMatchObject({
    state: 'running',
    endedOn: null,
  })
})

test('a closed flock says why, and its figures are what later ones are held against until it is reopened', async () => {
  const close = async (eggs: number, reason: string) => {
    const house = await newHouse()
    const flock = await owner.call(flocks.create, {
      body: form(house.id, { breed: 'best-of-farm', placedOn: inDays(-5) }),
    })
    await buildRecord(farm.services, farm.offices.sharing, {
      flockId: flock.id,
      day: inDays(-1),
      eggsSound: eggs,
      feed: 2_000,
    })
    const params = { id: flock.id }
    const closed = await owner.call(flocks.close, { params, body: { endedOn: inDays(-1), reason } })
    expect(closed.closeReason).toBe(reason)
    return params
  }
  const better = await close(2_000_000, 'End of lay')
  const house = await newHouse()
  const now = await owner.call(flocks.create, { body: form(house.id) })
  const best = async () => (await owner.call(flocks.course, { params: { id: now.id } })).best
  expect((await best())?.final.eggsPerHenHoused).toBeCloseTo(100, 6)
  await owner.call(flocks.reopen, { params: better, body: { reason: 'Eggs of the last day are missing' } })
  expect((await best())?.final.eggsPerHenHoused ?? 0).toBeLessThan(100)
})

test('the best of a farm’s broilers has no flock of which feed or the time before is not known', async () => {
  const office = farm.offices.direct
  const keeper = await farm.as({ office, kind: 2, grants })
  const grown = async (more: object, fedOn: (day: number) => boolean) => {
    const house = await buildHouse(farm.services, office, { type: 'broiler' })
    const { id } = await buildFlock(farm.services, office, {
      houseId: house.id,
      type: 'broiler',
      placedOn: inDays(-35),
      hatchedOn: inDays(-35),
      ...more,
    })
    for (let day = -35; day < 0; day++)
      await buildRecord(farm.services, office, {
        flockId: id,
        day: inDays(day),
        dead: 0,
        ...(fedOn(day) && { feed: 900 }),
        ...(day === -1 && { weight: 2_200 }),
      })
    return id
  }
  for (const id of [
    await grown({}, () => true),
    await grown({}, day => day % 2 === 0),
    await grown({ placedOn: inDays(-36), hatchedOn: inDays(-56) }, () => true),
  ])
    await keeper.call(flocks.close, { params: { id }, body: { endedOn: inDays(-1) } })
  const now = await grown({}, () => true)
  const { best, final } = await keeper.call(flocks.course, { params: { id: now } })
  expect(best).toMatchObject({ flocks: 1, of: 1 })
  expect(best?.final.efficiency).toBeCloseTo(final.efficiency ?? Number.NaN, 6)
})

test('the best of a farm’s pullets are reared ones, not those that went on in the next rearing house or left as chicks', async () => {
  const office = farm.offices.direct
  const keeper = await farm.as({ office, kind: 2, grants })
  const newPlace = (type: 'pullet' | 'layer') => buildHouse(farm.services, office, { type })
  /** Reared up to a day of age, of which so many of 1,000 died; counted every week. */
  const reared = async (days: number, dead: number) => {
    const { id } = await buildFlock(farm.services, office, {
      houseId: (await newPlace('pullet')).id,
      type: 'pullet',
      placedOn: inDays(-days - 1),
      placedCount: 1_000,
    })
    for (let ago = days; ago > 0; ago -= 7)
      await buildRecord(farm.services, office, {
        flockId: id,
        day: inDays(-ago),
        dead: ago === days ? dead : 0,
      })
    return id
  }
  const close = (id: string) =>
    keeper.call(flocks.close, { params: { id }, body: { endedOn: inDays(-1), reason: '' } })
  const moveAll = async (fromFlockId: string, birds: number, type: 'pullet' | 'layer') =>
    keeper.call(flockMoves.create, {
      body: { fromFlockId, toHouseId: (await newPlace(type)).id, birds, day: inDays(-1), reason: '' },
    })
  for (const dead of [30, 40, 50]) await close(await reared(119, dead))
  await moveAll(await reared(112, 20), 980, 'layer')
  // Each would be the best: the longer birds are there, the more of them have died.
  await moveAll(await reared(105, 5), 995, 'pullet')
  await close(await reared(35, 1))
  const now = await reared(98, 10)
  const { best } = await keeper.call(flocks.course, { params: { id: now } })
  expect(best).toMatchObject({ flocks: 1, of: 4 })
  expect(best?.final.livability).toBeCloseTo(98, 6)
})

test('a house is checked before its birds come: who found what right, and what is still open', async () => {
  const house = await newHouse()
  const flock = await owner.call(flocks.create, {
    body: form(house.id, { placedOn: inDays(5), hatchedOn: null }),
  })
  expect(flock).toMatchObject({ state: 'planned', readiness: {} })
  const check = (item: string, isRight: boolean) =>
    owner.ask(flocks.check, { params: { id: flock.id }, body: { item, isRight } as never })
  await check('alarms', true)
  await check('cleaned', true)
  const twice = (await check('cleaned', false)).json().data
  expect(Object.keys(twice.readiness)).toEqual(['alarms'])
  expect(twice.readiness.alarms.by).not.toBe('')
  expect(openPoints('layer', twice.readiness)).not.toContain('alarms')
  expect(openPoints('layer', twice.readiness)).toContain('generator')
  // Hens need no brooders.
  const wrong = await check('heating', true)
  expect(faultsOf(wrong).map(({ field }) => field)).toEqual(['item'])
})

test('a flock ends neither before its last record nor in the future, and with birds it is not deleted', async () => {
  const house = await newHouse()
  const flock = await owner.call(flocks.create, { body: form(house.id) })
  const params = { id: flock.id }
  await buildRecord(farm.services, farm.offices.sharing, { flockId: flock.id, day: inDays(-2), dead: 1 })
  for (const days of [1, -3, -11]) {
    const answer = await owner.ask(flocks.close, { params, body: { endedOn: inDays(days) } })
    expect(faultsOf(answer).map(({ field }) => field)).toEqual(['endedOn'])
  }
  expect((await owner.ask(flocks.remove, { params })).statusCode).toBe(400)
  await owner.call(flocks.close, { params, body: { endedOn: inDays(-2) } })
  // Its records are its archive: it goes only when that need not be kept any longer.
  expect((await owner.ask(flocks.remove, { params })).statusCode).toBe(400)
  const other = await owner.call(flocks.create, {
    body: form((await newHouse()).id, { placedOn: inDays(3) }),
  })
  await owner.call(flocks.remove, { params: { id: other.id } })
  expect((await owner.ask(flocks.get, { params: { id: other.id } })).statusCode).toBe(404)
})

test('two editors: the second is shown what the first has stored', async () => {
  const house = await newHouse()
  const flock = await owner.call(flocks.create, { body: form(house.id) })
  const edit = (note: string) =>
    owner.ask(flocks.update, {
      params: { id: flock.id },
      body: form(house.id, { note, version: flock.version }),
    })
  expect((await edit('first')).statusCode).toBe(200)
  const second = await edit('second')
  expect(second.statusCode).toBe(409)
  expect(second.json().data).toMatchObject({ yours: { note: 'second' }, current: { note: 'first' } })
})

test('the course tells days, weeks and the flock as a whole, and what people wrote', async () => {
  const house = await newHouse()
  const flock = await owner.call(flocks.create, {
    body: form(house.id, { matureCount: 20_000, maturedOn: inDays(-10) }),
  })
  const office = farm.offices.sharing
  for (const ago of [3, 2, 1])
    await buildRecord(farm.services, office, {
      flockId: flock.id,
      day: inDays(-ago),
      dead: 10,
      eggsSound: 10_000,
      feed: 2_200,
      eggWeight: 55,
      note: ago === 2 ? 'Fan 3 was loud' : '',
    })
  const course = await owner.call(flocks.course, { params: { id: flock.id } })
  expect(course.placedAge).toBe(120)
  expect(course.days.map(({ alive }) => alive)).toEqual([19_990, 19_980, 19_970])
  expect(course.days[0]?.rate).toBeCloseTo(50, 6)
  expect(course.final.eggs).toBe(30_000)
  expect(course.final.eggsPerHenHoused).toBeCloseTo(1.5, 6)
  expect(course.final.feedPerKgEgg).toBeCloseTo(4, 6)
  expect(course.events).toContainEqual(expect.objectContaining({ kind: 'note', says: 'Fan 3 was loud' }))
})

test('who may not see the farm sees no flock of it', async () => {
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['chicken_batch:query', 'chicken_batch:get'],
  })
  const closed = await buildHouse(farm.services, farm.offices.closed)
  const flock = await buildFlock(farm.services, farm.offices.closed, { houseId: closed.id })
  expect((await staff.ask(flocks.get, { params: { id: flock.id } })).statusCode).toBe(404)
  const { items } = await staff.call(flocks.list, { query: { size: 100 } })
  expect(items.map(({ id }) => id)).not.toContain(flock.id)
  expect(items.every(({ customer }) => customer !== null)).toBe(true)
})
