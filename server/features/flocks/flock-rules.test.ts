import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { buildCageType } from '../cage-types/cage-types.fixture.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const all = ['query', 'get', 'add', 'edit', 'delete'] as const

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const grants = all.flatMap((action): Grant[] => [
    `chicken_batch:${action}` as Grant,
    `chicken_home_manage:${action}` as Grant,
  ])
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(() => farm.close())

type Kind = 'layer' | 'broiler' | 'pullet'
const newHouse = (type: Kind = 'layer') => buildHouse(farm.services, farm.offices.sharing, { type })
const form = (houseId: string, more: object = {}) => ({
  houseId,
  category: 'laying' as const,
  breed: 'hyline-brown',
  placedOn: inDays(-30),
  placedCount: 1_000,
  ...more,
})
async function kept(type: Kind = 'layer', more: object = {}) {
  const house = await newHouse(type)
  const flock = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type,
    placedOn: inDays(-30),
    placedCount: 1_000,
    ...more,
  })
  return { house, flock, params: { id: flock.id } }
}
const record = (flockId: string, day: string, more: object) =>
  buildRecord(farm.services, farm.offices.sharing, { flockId, day, ...more })
const medicine = (withdrawalDays: number, more: object = {}) => ({
  treatments: [
    { kind: 'medicine' as const, name: 'Enrofloxacin', dose: '', route: '', withdrawalDays, ...more },
  ],
})
const fieldsOf = (answer: { statusCode: number; json(): { data: { field: string }[] } }) => {
  expect(answer.statusCode).toBe(400)
  return answer.json().data.map(({ field }) => field)
}

test('recording days does not include opening flocks', async () => {
  const worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_batch:query', 'chicken_batch:get', 'chicken_batch:add'],
  })
  const house = await newHouse()
  expect((await worker.ask(flocks.create, { body: form(house.id) })).statusCode).toBe(403)
  expect((await owner.ask(flocks.create, { body: form(house.id) })).statusCode).toBe(200)
})

test('a flock with medicine in it is not closed with birds, whichever form closes it', async () => {
  const { house, flock, params } = await kept('broiler')
  await record(flock.id, inDays(-3), medicine(14))
  const close = () => owner.ask(flocks.close, { params, body: { endedOn: inDays(0) } })
  expect(fieldsOf(await close())).toEqual(['endedOn'])
  const shown = await owner.call(houses.get, { params: { id: house.id } })
  const change = (more: object) =>
    owner.ask(houses.update, { params: { id: house.id }, body: { ...shown, ...more } as never })
  expect(fieldsOf(await change({ flockStartedOn: null, flockCount: null }))).toEqual(['flockStartedOn'])
  expect(fieldsOf(await change({ flockSold: 500 }))).toEqual(['flockSold'])
  // Birds that died, or were culled because of the illness, are no sale.
  await record(flock.id, inDays(-1), { culled: 1_000 })
  expect((await close()).statusCode).toBe(200)
})

test('a closed flock that was reopened to enter a medicine closes again on the day its birds had left', async () => {
  const { flock, params } = await kept('broiler')
  const close = (endedOn: string, reason = '') =>
    owner.ask(flocks.close, { params, body: { endedOn, reason } })
  // The birds went to slaughter, and nobody entered how many were sold.
  expect((await close(inDays(-1), 'Slaughtered')).statusCode).toBe(200)
  const reopened = await owner.call(flocks.reopen, { params, body: { reason: 'A medicine is missing' } })
  expect(reopened).toMatchObject({ endedOn: null, reopenedFrom: inDays(-1) })
  await record(flock.id, inDays(-3), medicine(14))
  // They are not there to be sold later, but what is done about their meat must be said.
  expect(fieldsOf(await close(inDays(0), 'Slaughtered'))).toEqual(['endedOn'])
  const unexplained = await close(inDays(-1))
  expect(unexplained.json().data).toEqual([
    {
      field: 'reason',
      message: expect.stringMatching(/^Birds left on .*, within the withdrawal period of this medicine/),
    },
  ])
  const again = await close(inDays(-1), 'Slaughterhouse informed, carcasses held')
  expect(again.json().data).toMatchObject({ state: 'closed', endedOn: inDays(-1), reopenedFrom: null })
})

test('medicine follows the birds into the next house', async () => {
  const pullets = await kept('pullet')
  await record(pullets.flock.id, inDays(-4), medicine(10, { eggWithdrawalDays: 20 }))
  await record(pullets.flock.id, inDays(-2), { movedOut: 1_000 })
  const layers = await kept('layer', { placedOn: inDays(-2), hatchedOn: inDays(-120) })
  const { withdrawal } = await owner.call(flocks.course, { params: layers.params })
  expect(withdrawal).toEqual({ meat: inDays(6), eggs: inDays(16) })
  const sale = await owner.ask(flockRecords.create, {
    params: layers.params,
    body: { day: inDays(-1), sold: 10 } as never,
  })
  expect(fieldsOf(sale)).toEqual(['sold'])
  // Chicks from a hatchery bring nothing along.
  const chicks = await kept('broiler', { placedOn: inDays(-2) })
  expect((await owner.call(flocks.course, { params: chicks.params })).withdrawal.meat).toBeNull()
})

/** Clears the flock of a house in the house's own form. */
async function emptied(houseId: string) {
  const params = { id: houseId }
  const shown = await owner.call(houses.get, { params })
  const body = { ...shown, flockStartedOn: null, flockHatchedOn: null, flockCount: null }
  return owner.ask(houses.update, { params, body })
}

test('birds that came with medicine in them are not gone when their house’s form is cleared', async () => {
  const pullets = await kept('pullet')
  await record(pullets.flock.id, inDays(-4), medicine(10))
  await record(pullets.flock.id, inDays(0), { movedOut: 1_000 })
  const layers = await kept('layer', { placedOn: inDays(0), hatchedOn: inDays(-120) })
  const refused = await emptied(layers.house.id)
  expect(fieldsOf(refused)).toEqual(['flockStartedOn'])
  expect(refused.json().data[0].message).toMatch(/^Withdrawal period until/)
  expect(await owner.call(flocks.get, { params: layers.params })).toMatchObject({
    state: 'running',
    alive: 1_000,
  })
  // Of birds without medicine nothing is asked.
  const others = await kept('layer', { placedOn: inDays(-10), hatchedOn: inDays(-120) })
  expect((await emptied(others.house.id)).statusCode).toBe(200)
  expect((await owner.call(flocks.get, { params: others.params })).state).toBe('closed')
})

test('a flock that a move began is not ended by clearing its house’s form; the move is taken back or the flock closed', async () => {
  const { flock } = await kept('pullet', { hatchedOn: inDays(-30) })
  const house = await newHouse('pullet')
  const body = { fromFlockId: flock.id, toHouseId: house.id, birds: 400, day: inDays(0), reason: '' }
  const { to } = await owner.call(flockMoves.create, { body })
  const refused = await emptied(house.id)
  expect(fieldsOf(refused)).toEqual(['flockStartedOn'])
  expect(refused.json().data[0].message).toMatch(/Change that move/)
  const params = { id: to.flockId }
  expect(await owner.call(flocks.get, { params })).toMatchObject({ state: 'running', alive: 400 })
  const closed = await owner.call(flocks.close, { params, body: { endedOn: inDays(0), reason: 'Sold' } })
  expect(closed.state).toBe('closed')
})

test('the form of a house keeps to the rules of its flock', async () => {
  const { house, flock } = await kept()
  await record(flock.id, inDays(-9), { dead: 900, eggsSound: 50 })
  const shown = await owner.call(houses.get, { params: { id: house.id } })
  const change = (more: object) =>
    owner.ask(houses.update, { params: { id: house.id }, body: { ...shown, ...more } as never })
  expect(fieldsOf(await change({ flockCount: 10 }))).toEqual(['flockCount'])
  expect(fieldsOf(await change({ type: 'broiler' }))).toEqual(['type'])
  expect(fieldsOf(await change({ flockStartedOn: inDays(-5) }))).toEqual(['flockStartedOn'])
  expect(fieldsOf(await change({ flockHatchedOn: inDays(-5) }))).toContain('flockHatchedOn')
  expect((await change({ name: 'House as it was' })).statusCode).toBe(200)
  expect(await owner.call(flocks.get, { params: { id: flock.id } })).toMatchObject({
    type: 'layer',
    placedCount: 1_000,
    alive: 100,
  })
})

test('birds that were moved in stay moved in, however often the house is saved', async () => {
  const { house, flock } = await kept()
  await record(flock.id, inDays(-9), { movedIn: 500 })
  for (const name of ['First', 'Second']) {
    const shown = await owner.call(houses.get, { params: { id: house.id } })
    expect(shown.flockCount).toBe(1_500)
    await owner.call(houses.update, { params: { id: house.id }, body: { ...shown, name } })
  }
  expect(await owner.call(flocks.get, { params: { id: flock.id } })).toMatchObject({
    placedCount: 1_000,
    alive: 1_500,
  })
})

test('a house has one flock at a time, whatever is entered in which order', async () => {
  const house = await newHouse()
  const first = await owner.call(flocks.create, { body: form(house.id, { placedOn: inDays(-60) }) })
  await owner.call(flocks.close, { params: { id: first.id }, body: { endedOn: inDays(-10) } })
  const overlapping = await owner.ask(flocks.create, { body: form(house.id, { placedOn: inDays(-30) }) })
  expect(fieldsOf(overlapping)).toEqual(['placedOn'])
  expect(
    fieldsOf(await owner.ask(flocks.create, { body: form(house.id, { placedOn: inDays(-90) }) })),
  ).toEqual(['placedOn'])
  // One may leave and the next come on one day.
  const second = await owner.call(flocks.create, { body: form(house.id, { placedOn: inDays(-10) }) })
  const earlier = await owner.ask(flocks.update, {
    params: { id: second.id },
    body: form(house.id, { placedOn: inDays(-20) }),
  })
  expect(fieldsOf(earlier)).toEqual(['placedOn'])
  const shown = await owner.call(houses.get, { params: { id: house.id } })
  const onHouse = await owner.ask(houses.update, {
    params: { id: house.id },
    body: { ...shown, flockStartedOn: inDays(-20) } as never,
  })
  expect(fieldsOf(onHouse)).toEqual(['flockStartedOn'])
  await owner.call(flocks.close, { params: { id: second.id }, body: { endedOn: inDays(-1) } })
  const reopened = await owner.ask(flocks.reopen, {
    params: { id: first.id },
    body: { reason: 'By mistake' },
  })
  expect(reopened.statusCode).toBe(409)
  expect(reopened.json().message).toContain(second.number)
})

test('a number placed that some day could not have had is refused, and hens moved in come into lay too', async () => {
  const { house, flock, params } = await kept()
  await record(flock.id, inDays(-20), { dead: 900 })
  await record(flock.id, inDays(-19), { movedIn: 900 })
  const change = (more: object) => owner.ask(flocks.update, { params, body: form(house.id, more) })
  // In the end there would be birds enough, but not on the first day.
  expect(fieldsOf(await change({ placedCount: 500 }))).toEqual(['placedCount'])
  expect((await change({ placedCount: 950 })).statusCode).toBe(200)
  const hens = { placedCount: 1_000, maturedOn: inDays(-5), matureCount: 1_800 }
  expect((await change(hens)).statusCode).toBe(200)
  expect(fieldsOf(await change({ ...hens, matureCount: 1_901 }))).toEqual(['matureCount'])
  expect(fieldsOf(await change({ hatchedOn: '1999-01-01' }))).toEqual(['hatchedOn'])
})

test('losses are of all birds that came', async () => {
  const { flock, params } = await kept()
  await record(flock.id, inDays(-30), { movedIn: 20_000 })
  await record(flock.id, inDays(-29), { dead: 1_500 })
  const shown = await owner.call(flocks.get, { params })
  expect(shown.livability).toBeCloseTo(100 - (100 * 1_500) / 21_000, 9)
})

test('moves, sales, late days and days taken back in any order come to what a fresh flock comes to', async () => {
  let state = 11
  const whole = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * most)
  }
  const { params } = await kept()
  const told = new Map<string, { facts: object; version: number }>()
  let refused = 0
  for (let i = 0; i < 60; i++) {
    const day = inDays(-1 - whole(15))
    const known = told.get(day)
    if (known && whole(3) === 0) {
      const body = { day, version: known.version }
      const back = await owner.ask(flockRecords.takeBack, { params, body })
      if (back.statusCode === 200) told.delete(day)
      else refused++
      continue
    }
    const facts = {
      dead: whole(30),
      ...(whole(3) === 0 && { movedIn: whole(400) }),
      ...(whole(3) === 0 && { movedOut: whole(400) }),
      ...(whole(4) === 0 && { sold: whole(500), soldKg: 900 }),
    }
    const version = known?.version
    const body = { day, ...facts, ...(version !== undefined && { version }) }
    const answer = await owner.ask(flockRecords.create, { params, body: body as never })
    if (answer.statusCode === 200) told.set(day, { facts, version: answer.json().data.version })
    else refused++
    const { days } = await owner.call(flocks.course, { params })
    expect(Math.min(1_000, ...days.map(each => each.alive ?? 0))).toBeGreaterThanOrEqual(0)
  }
  expect(refused).toBeGreaterThan(0)
  const fresh = await kept()
  // In the order of the days nothing that was accepted can be refused.
  for (const [day, { facts }] of [...told].sort())
    await owner.call(flockRecords.create, { params: fresh.params, body: { day, ...facts } as never })
  const [mine, theirs] = [
    await owner.call(flocks.course, { params }),
    await owner.call(flocks.course, { params: fresh.params }),
  ]
  expect(mine.days).toEqual(theirs.days)
  expect(mine.weeks).toEqual(theirs.weeks)
  expect(mine.final).toEqual(theirs.final)
  const { alive, lost, livability } = theirs.flock
  expect(mine.flock).toMatchObject({ alive, lost, livability })
})

test('the breeding archive of a flock is kept for five years after it has gone, that of breeders for good', async () => {
  const removed = async (more: object, isRecorded = true) => {
    const house = await buildHouse(farm.services, farm.offices.sharing)
    const flock = await buildFlock(farm.services, farm.offices.sharing, { houseId: house.id, ...more })
    if (isRecorded)
      await buildRecord(farm.services, farm.offices.sharing, {
        flockId: flock.id,
        day: flock.placedOn,
        dead: 1,
      })
    const answer = await owner.ask(flocks.remove, { params: { id: flock.id } })
    return [answer.statusCode, answer.json().message]
  }
  const [year = '', ...rest] = inDays(0).split('-')
  const before = (years: number) => [Number(year) - years, ...rest].join('-')
  const ended = (endedOn: string, more: object = {}) => ({
    placedOn: before(7),
    placedCount: 1_000,
    endedOn,
    ...more,
  })
  expect(await removed(ended(inDays(-3)))).toEqual([400, expect.stringContaining('must be kept until')])
  expect((await removed(ended(before(5))))[0]).toBe(400)
  expect((await removed(ended(before(6))))[0]).toBe(200)
  expect((await removed(ended(before(6), { type: 'breeder' })))[0]).toBe(400)
  // One that was opened by mistake has no archive.
  expect((await removed(ended(inDays(-3)), false))[0]).toBe(200)
})

test('the litter of birds on the floor is kept and changed; of birds in cages there is none to tell', async () => {
  const broilers = { category: 'meat' as const, breed: 'ross308', placedOn: inDays(-3) }
  const house = await newHouse('broiler')
  const made = await owner.call(flocks.create, { body: form(house.id, { ...broilers, litter: 'reused' }) })
  expect(made.litter).toBe('reused')
  expect((await owner.call(houses.get, { params: { id: house.id } })).litter).toBe('reused')
  const params = { id: made.id }
  const { houseId: _, ...rest } = form(house.id, broilers)
  await owner.call(flocks.update, { params, body: { ...rest, litter: 'treated' } })
  expect((await owner.call(houses.get, { params: { id: house.id } })).litter).toBe('treated')
  expect((await owner.call(flocks.update, { params, body: rest })).litter).toBeNull()

  const hens = await newHouse()
  expect(fieldsOf(await owner.ask(flocks.create, { body: form(hens.id, { litter: 'new' }) }))).toEqual([
    'litter',
  ])
  const colony = await buildCageType(farm.services, { layout: 'stacked', houseTypes: ['broiler'] })
  const caged = await buildHouse(farm.services, farm.offices.sharing, {
    type: 'broiler',
    cageTypeId: colony.id,
  })
  const answer = await owner.ask(flocks.create, {
    body: form(caged.id, { ...broilers, litter: 'reused' }),
  })
  expect(fieldsOf(answer)).toEqual(['litter'])
})
