import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import type { HouseType } from '#shared/signals.ts'
import { onStandard } from '#shared/testing/three-flocks.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { buildCageType } from '../cage-types/cage-types.fixture.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const actions = ['query', 'get', 'add', 'edit', 'delete'] as const
  const grants = actions.flatMap((action): Grant[] => [
    `chicken_batch:${action}` as Grant,
    `chicken_home_manage:${action}` as Grant,
  ])
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
})
afterAll(() => farm.close())

const newHouse = (type: HouseType = 'layer', more: object = {}) =>
  buildHouse(farm.services, farm.offices.sharing, { type, ...more })

/** A flock in a new house, placed 30 days ago. */
async function kept(type: HouseType = 'layer', more: object = {}) {
  const house = await newHouse(type)
  const flock = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type,
    breed: 'hyline-brown',
    placedOn: inDays(-30),
    placedCount: 1_000,
    ...(type === 'broiler' ? {} : { hatchedOn: inDays(-150) }),
    ...more,
  })
  return { house, flock, id: flock.id, params: { id: flock.id } }
}
const told = (flockId: string, day: string, more: object) =>
  buildRecord(farm.services, farm.offices.sharing, { flockId, day, ...more })
const move = (fromFlockId: string, toHouseId: string, more: object = {}) => ({
  body: { fromFlockId, toHouseId, birds: 400, day: inDays(-5), reason: '', ...more },
})
const shown = (id: string) => owner.call(flocks.get, { params: { id } })
const recordOn = async (id: string, day: string) =>
  (await owner.call(flockRecords.sheet, { params: { id }, query: { day } })).record
const keep = (id: string, day: string, more: object, version?: number) =>
  owner.ask(flockRecords.create, { params: { id }, body: { day, ...more, version } as never })
const faultsOf = (answer: { statusCode: number; json(): { data: { field: string; message: string }[] } }) => {
  expect(answer.statusCode).toBe(400)
  return answer.json().data
}
const fieldsOf = (answer: Parameters<typeof faultsOf>[0]) => faultsOf(answer).map(({ field }) => field)

describe('a move writes both houses in one act', () => {
  test('a part of a flock begins one in an empty house, with its age, breed and share of what is behind it', async () => {
    const from = await kept()
    await told(from.id, inDays(-29), {
      dead: 10,
      culled: 10,
      sold: 80,
      soldKg: 160,
      eggsSound: 900,
      feed: 110,
      water: 220,
    })
    for (let day = -28; day < -5; day++)
      await told(from.id, inDays(day), { dead: 0, eggsSound: 800, feed: 100, water: 200 })
    const to = await newHouse()
    const moved = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 450 }))
    expect(moved).toMatchObject({ birds: 450, began: true, ended: false, to: { houseName: to.name } })
    // 900 hens were there: half of them.
    const begun = await shown(moved.to.flockId)
    expect(begun).toMatchObject({
      alive: 450,
      placedOn: inDays(-5),
      hatchedOn: inDays(-150),
      breed: 'hyline-brown',
      takenOver: true,
      openingPlacedOn: inDays(-30),
      openingLost: 10,
      openingSold: 40,
      openingSoldKg: 80,
      openingEggs: (900 + 23 * 800) / 2,
      openingFeed: (110 + 2_300) / 2,
      openingWater: (220 + 4_600) / 2,
      age: 150,
    })
    expect(await shown(from.id)).toMatchObject({ alive: 450, state: 'running' })
    // Nobody has recorded how they fared in the new house.
    expect(begun).toMatchObject({ livability: null, livabilityLacks: 'unrecorded' })
    await told(moved.to.flockId, inDays(-4), { dead: 0 })
    // Livability is that of the birds, not of the house: 20 of 1,000 were lost, 10 of 500.
    expect((await shown(moved.to.flockId)).livability).toBeCloseTo(98, 9)
    expect(await recordOn(from.id, inDays(-5))).toMatchObject({ movedOut: 450 })
    const list = (id: string) => owner.call(flockMoves.list, { query: { flockId: id } })
    expect(await list(from.id)).toEqual(await list(begun.id))
  })

  test('sums that a move carries say on how many days they stand, through the next move too', async () => {
    const from = await kept()
    const facts = { dead: 0, eggsSound: 800, feed: 100, water: 200 }
    const { eggsSound: _, ...noEggs } = facts
    const lacking: Record<number, object> = { [-20]: noEggs, [-12]: { dead: 0, eggsSound: 800, water: 200 } }
    for (let day = -29; day <= -5; day++) await told(from.id, inDays(day), lacking[day] ?? facts)
    const [to, last] = [await newHouse(), await newHouse()]
    const first = await owner.call(flockMoves.create, move(from.id, to.id))
    for (let day = -4; day <= -2; day++)
      await told(first.to.flockId, inDays(day), { ...facts, eggsSound: 320, feed: 40 })
    const onward = { birds: 200, day: inDays(-2) }
    const second = await owner.call(flockMoves.create, move(first.to.flockId, last.id, onward))
    await told(second.to.flockId, inDays(-1), { ...facts, eggsSound: 160, feed: 20 })
    const finalIn = async (id: string) => (await owner.call(flocks.course, { params: { id } })).final
    for (const [id, days] of [
      [from.id, 26],
      [first.to.flockId, 29],
      [second.to.flockId, 30],
    ] as const) {
      const { lacks, feedTotal, eggs, eggsPerHenHoused } = await finalIn(id)
      expect(lacks, id).toMatchObject({
        // The day they were placed on has none either.
        feedTotal: { why: 'feed', days: days - 2, of: days },
        eggs: { why: 'eggs' },
        eggsPerHenHoused: { why: 'eggs' },
      })
      expect((lacks?.eggs?.of ?? 0) - (lacks?.eggs?.days ?? 0)).toBe(1)
      for (const value of [feedTotal, eggs, eggsPerHenHoused]) expect(value).not.toBeNull()
    }
    // A day that is told later counts on all of them.
    const { version } = await recordOn(from.id, inDays(-20)).then(record => record ?? { version: 0 })
    const answer = await keep(from.id, inDays(-20), facts, version)
    expect(answer.statusCode, answer.body).toBe(200)
    for (const id of [from.id, first.to.flockId, second.to.flockId])
      expect((await finalIn(id)).lacks?.eggs, id).toBeUndefined()
  })

  test('all birds of a flock end it, and what was recorded there shows in the new house as if nothing had moved', async () => {
    const made = onStandard(
      { breed: 'ross308', type: 'broiler', placedAge: 0, age: 30 },
      { until: inDays(-1) },
    )
    const [moving, staying] = [await newHouse('broiler'), await newHouse('broiler')]
    const { path, farmPath } = farm.offices.sharing
    const owns = { officePath: path, farmPath: farmPath ?? path, actorName: 'Zhao' }
    const { records, ...columns } = made
    const both = await Promise.all(
      [moving, staying].map(house =>
        buildFlock(farm.services, farm.offices.sharing, { ...columns, houseId: house.id }),
      ),
    )
    const [mover, stayer] = both.map(({ id }) => id) as [string, string]
    const cut = inDays(-8)
    const store = (flockId: string, days: typeof records) =>
      farm.services.store
        .scoped(SYSTEM)
        .insert(flockRecord)
        .values(days.map(record => ({ id: newId(), flockId, ...owns, ...record })))
    await store(stayer, records)
    const [before, after] = [records.filter(({ day }) => day <= cut), records.filter(({ day }) => day > cut)]
    await store(mover, before)
    const alive = (await shown(mover)).alive ?? 0
    const to = await newHouse('broiler')
    const moved = await owner.call(flockMoves.create, move(mover, to.id, { birds: alive, day: cut }))
    expect(moved.ended).toBe(true)
    expect(await shown(mover)).toMatchObject({ state: 'closed', endedOn: cut, alive: 0 })
    await store(moved.to.flockId, after)

    const [theirs, ours] = [
      await owner.call(flocks.course, { params: { id: stayer } }),
      await owner.call(flocks.course, { params: { id: moved.to.flockId } }),
    ]
    expect(ours.flock.age).toBe(theirs.flock.age)
    expect(ours.flock.alive).toBe(theirs.flock.alive)
    for (const name of [
      'livability',
      'weight',
      'dailyGain',
      'feedTotal',
      'waterTotal',
      'feedConversion',
      'efficiency',
    ] as const) {
      expect(theirs.final[name], name).not.toBeNull()
      expect(ours.final[name], name).toBeCloseTo(theirs.final[name] ?? Number.NaN, 6)
    }
    // A day recorded late in the old house is of these birds: the flock was closed, so it is reopened first.
    await owner.call(flocks.reopen, { params: { id: mover }, body: { reason: 'Feed slip found' } })
    const late = await recordOn(mover, cut)
    expect(
      (await keep(mover, cut, { ...late, feed: (late?.feed ?? 0) + 1_000, confirmed: [] }, late?.version))
        .statusCode,
    ).toBe(200)
    const corrected = await owner.call(flocks.course, { params: { id: moved.to.flockId } })
    expect(corrected.final.feedTotal).toBeCloseTo((ours.final.feedTotal ?? 0) + 1_000, 6)
  })

  test('birds join a flock of the same breed and age, and only when asked', async () => {
    const [from, there] = [await kept(), await kept()]
    const [asked] = faultsOf(await owner.ask(flockMoves.create, move(from.id, there.house.id)))
    expect(asked?.field).toBe('join')
    expect(await shown(from.id)).toMatchObject({ alive: 1_000 })
    const moved = await owner.call(flockMoves.create, move(from.id, there.house.id, { join: true }))
    expect(moved).toMatchObject({ began: false, to: { flockId: there.id } })
    expect(await shown(from.id)).toMatchObject({ alive: 600 })
    expect(await shown(there.id)).toMatchObject({ alive: 1_400, openingLost: null, takenOver: false })
    for (const other of [
      await kept('layer', { breed: 'hyline-w80' }),
      await kept('layer', { hatchedOn: inDays(-149) }),
    ]) {
      const [fault] = faultsOf(
        await owner.ask(flockMoves.create, move(from.id, other.house.id, { join: true })),
      )
      expect(fault).toMatchObject({ field: 'toHouseId' })
      expect(fault?.message).toMatch(/another breed or age/)
      expect(await shown(other.id)).toMatchObject({ alive: 1_000 })
    }
  })

  test('pullets that come into the laying house are housed there', async () => {
    const from = await kept('pullet')
    const to = await newHouse('layer')
    const moved = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 1_000 }))
    expect(await shown(moved.to.flockId)).toMatchObject({
      type: 'layer',
      category: 'laying',
      maturedOn: inDays(-5),
      matureCount: 1_000,
      openingEggs: 0,
    })
  })
})

test('pullets that come over two nights, from two rearing houses, are housed as if they had come in one', async () => {
  const [one, other] = [await kept('pullet'), await kept('pullet', { hatchedOn: inDays(-147) })]
  const [single, house] = [await kept('pullet', { placedCount: 2_000 }), await newHouse('layer')]
  const whole = await owner.call(
    flockMoves.create,
    move(single.id, (await newHouse('layer')).id, { birds: 1_200, day: inDays(-8) }),
  )
  const first = await owner.call(flockMoves.create, move(one.id, house.id, { birds: 500, day: inDays(-10) }))
  const { flockId } = first.to
  const joins = move(other.id, house.id, { birds: 700, day: inDays(-8), join: true })
  const second = await owner.call(flockMoves.create, joins)
  expect(second).toMatchObject({ began: false, to: { flockId } })
  for (const id of [flockId, whole.to.flockId])
    for (let day = -7; day < 0; day++) await told(id, inDays(day), { dead: 0, eggsSound: 1_080 })
  // The first nights' hens laid already.
  await told(flockId, inDays(-9), { dead: 0, eggsSound: 100 })
  const weekOf = async (id: string) => (await owner.call(flocks.course, { params: { id } })).weeks.at(-1)
  const [ours, theirs] = [await weekOf(flockId), await weekOf(whole.to.flockId)]
  expect(await shown(flockId)).toMatchObject({ alive: 1_200, matureCount: 1_200 })
  expect(theirs?.henHoused).toBeCloseTo(90, 6)
  expect(ours?.henHoused).toBeCloseTo(90, 6)
  expect(ours?.rate).toBeCloseTo(90, 6)

  // Corrected down and up, on either night, the hens housed follow, and the form of the flock is kept as it stands.
  const correct = async (id: string, birds: number) => {
    const moves = await owner.call(flockMoves.list, { query: { flockId } })
    const version = moves.find(each => each.id === id)?.version
    return owner.call(flockMoves.update, {
      params: { id },
      body: { birds, reason: 'Counted again', version },
    })
  }
  for (const [id, birds, count] of [
    [first.id, 400, 1_100],
    [second.id, 600, 1_000],
    [first.id, 600, 1_200],
    [second.id, 700, 1_300],
  ] as const) {
    await correct(id, birds)
    const flock = await shown(flockId)
    expect(flock).toMatchObject({ alive: count, matureCount: count })
    const saved = await owner.ask(flocks.update, { params: { id: flockId }, body: { ...flock } as never })
    expect(saved.statusCode).toBe(200)
  }
})

test('pullets do not join hens that were housed long before, or are of another age, and are told which', async () => {
  const [early, late] = [await kept('pullet'), await kept('pullet')]
  const old = await kept('pullet', { hatchedOn: inDays(-140) })
  const house = await newHouse('layer')
  await owner.call(flockMoves.create, move(early.id, house.id, { birds: 500, day: inDays(-20) }))
  const refusal = async (id: string, day: number) => {
    const asked = move(id, house.id, { birds: 100, day: inDays(day), join: true })
    const [fault] = faultsOf(await owner.ask(flockMoves.create, asked))
    expect(fault?.field).toBe('toHouseId')
    return fault?.message
  }
  expect(await refusal(late.id, -5)).toMatch(/in the last 14 days/)
  expect(await refusal(old.id, -15)).toMatch(/another breed or age/)
  // On the fourteenth day they still do.
  const last = move(late.id, house.id, { birds: 100, day: inDays(-6), join: true })
  expect((await owner.ask(flockMoves.create, last)).statusCode).toBe(200)
})

test.each([
  ['no such flock', () => ({ fromFlockId: newId() }), 'fromFlockId'],
  ['no such house', () => ({ toHouseId: newId() }), 'toHouseId'],
  ['its own house', ({ house }: { house: { id: string } }) => ({ toHouseId: house.id }), 'toHouseId'],
  ['more birds than there are', () => ({ birds: 1_001 }), 'birds'],
  ['no birds', () => ({ birds: 0 }), 'birds'],
  ['half a bird', () => ({ birds: 2.5 }), 'birds'],
  ['tomorrow', () => ({ day: inDays(2) }), 'day'],
  ['before they came', () => ({ day: inDays(-31) }), 'day'],
  ['no day', () => ({ day: '2026-02-30' }), 'day'],
] as const)('a move is refused in words at the field: %s', async (_, change, field) => {
  const [from, to] = [await kept(), await newHouse()]
  const more = change(from)
  const answer = await owner.ask(flockMoves.create, move(from.id, to.id, more))
  const [fault] = faultsOf(answer)
  expect(fault?.field).toBe(field)
  expect(fault?.message).toMatch(/\w/)
  expect(await shown(from.id)).toMatchObject({ alive: 1_000, lastRecordOn: null })
})

test('birds go where such birds are kept, in their own farm, and are there on every day', async () => {
  const from = await kept('layer')
  const houseFault = async (houseId: string) => {
    const [fault] = faultsOf(await owner.ask(flockMoves.create, move(from.id, houseId)))
    expect(fault?.field).toBe('toHouseId')
    return fault?.message
  }
  expect(await houseFault((await newHouse('broiler')).id)).toMatch(/not moved to/)
  const theirs = await buildHouse(farm.services, farm.offices.direct)
  expect(await houseFault(theirs.id)).toMatch(/./)
  const planned = await kept('layer', { placedOn: inDays(10) })
  expect(await houseFault(planned.house.id)).toMatch(/already has flock/)
  // Enough on that day, too few on a later one.
  await told(from.id, inDays(-2), { sold: 700 })
  const [fault] = faultsOf(await owner.ask(flockMoves.create, move(from.id, (await newHouse()).id)))
  expect(fault?.field).toBe('birds')
})

test('medicine goes with the birds, however often they are moved, and its reason is asked for', async () => {
  const from = await kept('pullet')
  const medicine = { kind: 'medicine' as const, name: 'Doxycycline', dose: '', route: '', withdrawalDays: 14 }
  await told(from.id, inDays(-6), { treatments: [{ ...medicine, eggWithdrawalDays: 20 }] })
  const [second, third] = [await newHouse('pullet'), await newHouse('layer')]
  const [fault] = faultsOf(await owner.ask(flockMoves.create, move(from.id, second.id)))
  expect(fault?.field).toBe('reason')
  const why = { reason: 'The house is needed' }
  const once = await owner.call(flockMoves.create, move(from.id, second.id, why))
  const twice = await owner.call(
    flockMoves.create,
    move(once.to.flockId, third.id, { ...why, day: inDays(-1), birds: 100 }),
  )
  for (const id of [from.id, once.to.flockId, twice.to.flockId]) {
    const { withdrawal } = await owner.call(flocks.course, { params: { id } })
    expect(withdrawal).toEqual({ meat: inDays(8), eggs: inDays(14) })
  }
  const [sale] = faultsOf(await keep(twice.to.flockId, inDays(0), { sold: 5 }))
  expect(sale?.field).toBe('sold')
})

const medicine = (more: object) => ({
  kind: 'medicine' as const,
  name: 'Tylosin',
  dose: '',
  route: '',
  withdrawalDays: 0,
  ...more,
})
const withdrawalIn = async (id: string) => (await owner.call(flocks.course, { params: { id } })).withdrawal

test('medicine given between two moves from a house is in the birds that came with the second', async () => {
  const [from, to] = [await kept(), await newHouse()]
  await told(from.id, inDays(-29), { dead: 0 })
  const first = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 200, day: inDays(-10) }))
  await told(from.id, inDays(-6), { treatments: [medicine({ withdrawalDays: 8, eggWithdrawalDays: 12 })] })
  expect(await withdrawalIn(first.to.flockId)).toEqual({ meat: null, eggs: null })
  const more = { birds: 200, day: inDays(-5), join: true, reason: 'No room is left' }
  await owner.call(flockMoves.create, move(from.id, to.id, more))
  expect(await withdrawalIn(first.to.flockId)).toEqual({ meat: inDays(2), eggs: inDays(6) })
})

/** What each kind of house takes of medicine from another of the farm whose flock has just gone. */
test.each([
  ['broiler', 'layer', false, false],
  ['layer', 'broiler', false, false],
  ['layer', 'pullet', false, false],
  ['layer', 'breeder', false, false],
  ['pullet', 'layer', true, true],
  ['pullet', 'breeder', true, true],
  ['pullet', 'pullet', true, true],
  ['broiler', 'broiler', true, false],
] as const)('medicine of a %s house in birds that came to a %s house', async (source, type, meat, eggs) => {
  const office = farm.offices.direct
  const keeper = await farm.as({ office, kind: 2, grants: ['chicken_batch:query', 'chicken_batch:get'] })
  const place = async (of: HouseType, more: object) => {
    const house = await buildHouse(farm.services, office, { type: of })
    return buildFlock(farm.services, office, {
      houseId: house.id,
      type: of,
      placedCount: 1_000,
      hatchedOn: inDays(-150),
      placedOn: inDays(-100),
      ...more,
    })
  }
  const gone = await place(source, { endedOn: inDays(-2) })
  const treatments = [medicine({ withdrawalDays: 10 })]
  await buildRecord(farm.services, office, { flockId: gone.id, day: inDays(-3), treatments })
  const { id } = await place(type, { placedOn: inDays(-1) })
  const { withdrawal } = await keeper.call(flocks.course, { params: { id } })
  expect(withdrawal).toEqual({ meat: meat ? inDays(7) : null, eggs: eggs ? inDays(7) : null })
  const isGone = { deletedAt: new Date() }
  await farm.services.store.scoped(SYSTEM).update(flock).set(isGone).where(eq(flock.id, gone.id))
})

test('birds with medicine told late as joined are asked about by what the others sold since, birds and eggs apart', async () => {
  const from = await kept()
  // Eggs are free again before the day of the sale, the birds are not.
  await told(from.id, inDays(-12), {
    treatments: [medicine({ withdrawalDays: 14, eggWithdrawalDays: 9 })],
  })
  const asked = async (more: object, back = {}) => {
    const there = await kept()
    await told(there.id, inDays(-2), more)
    const joins = move(from.id, there.house.id, { join: true, birds: 10, day: inDays(-10), ...back })
    return { there, answer: await owner.ask(flockMoves.create, joins) }
  }
  const sold = faultsOf((await asked({ sold: 50, eggsSound: 800 })).answer)
  expect(sold.map(({ field }) => field)).toEqual(['reason', 'reason'])
  expect(sold[0]?.message).toMatch(/^Birds left flock/)
  expect(sold.some(({ message }) => message.includes('has eggs'))).toBe(false)
  const clear = faultsOf((await asked({ dead: 1 })).answer)
  expect(clear.map(({ message }) => message)).toEqual([expect.stringMatching(/^Withdrawal period until/)])
  const laid = await kept()
  await told(laid.id, inDays(-5), { eggsSound: 800 })
  const joins = move(from.id, laid.house.id, { join: true, birds: 10, day: inDays(-10) })
  expect(faultsOf(await owner.ask(flockMoves.create, joins))[0]?.message).toMatch(/has eggs of/)
  // What happened is not refused: the answer is kept with the move.
  const reason = 'The eggs went to processing, the buyer is told'
  const answer = (await asked({ sold: 50 }, { reason })).answer
  expect(answer.statusCode).toBe(200)
})

describe('a change of one side changes the other', () => {
  test('in the record of the house they left', async () => {
    const [from, to] = [await kept(), await newHouse()]
    const moved = await owner.call(flockMoves.create, move(from.id, to.id))
    const before = await recordOn(from.id, inDays(-5))
    expect((await keep(from.id, inDays(-5), { movedOut: 350, dead: 2 }, before?.version)).statusCode).toBe(
      200,
    )
    expect(await shown(from.id)).toMatchObject({ alive: 648 })
    expect(await shown(moved.to.flockId)).toMatchObject({ alive: 350, placedCount: 350 })
    // Whoever records the day without the number leaves it as it is.
    const after = await recordOn(from.id, inDays(-5))
    expect((await keep(from.id, inDays(-5), { dead: 3 }, after?.version)).statusCode).toBe(200)
    expect(await recordOn(from.id, inDays(-5))).toMatchObject({ movedOut: 350, dead: 3 })
    const last = await recordOn(from.id, inDays(-5))
    const [fault] = faultsOf(await keep(from.id, inDays(-5), { movedOut: 0, dead: 3 }, last?.version))
    expect(fault?.field).toBe('movedOut')
    // Nor does the other house end up with fewer than no birds.
    await told(moved.to.flockId, inDays(-2), { sold: 300 })
    const [short] = faultsOf(await keep(from.id, inDays(-5), { movedOut: 200, dead: 3 }, last?.version))
    expect(short).toMatchObject({ field: 'movedOut' })
    expect(await shown(from.id)).toMatchObject({ alive: 647 })
  })

  test('in the record of the house they joined, in its form, and in the move itself', async () => {
    const [from, there, to] = [await kept(), await kept(), await newHouse()]
    const joined = await owner.call(flockMoves.create, move(from.id, there.house.id, { join: true }))
    const record = await recordOn(there.id, inDays(-5))
    expect((await keep(there.id, inDays(-5), { movedIn: 300 }, record?.version)).statusCode).toBe(200)
    expect(await shown(from.id)).toMatchObject({ alive: 700 })
    const [now] = await owner.call(flockMoves.list, { query: { flockId: from.id } })
    await owner.call(flockMoves.update, {
      params: { id: joined.id },
      body: { birds: 250, reason: 'Counted again', version: now?.version },
    })
    expect(await shown(from.id)).toMatchObject({ alive: 750 })
    expect(await shown(there.id)).toMatchObject({ alive: 1_250 })

    const begun = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 100 }))
    const flock = await shown(begun.to.flockId)
    const change = (more: object) =>
      owner.ask(flocks.update, { params: { id: flock.id }, body: { ...flock, ...more } as never })
    expect((await change({ placedCount: 120 })).statusCode).toBe(200)
    expect(await shown(from.id)).toMatchObject({ alive: 630 })
    const again = await shown(flock.id)
    const [fault] = faultsOf(await change({ placedOn: inDays(-4), placedCount: 120, version: again.version }))
    expect(fault?.field).toBe('placedOn')
    // Two moves on a day: the record does not say which of them a change is about.
    const both = await recordOn(from.id, inDays(-5))
    const [several] = faultsOf(await keep(from.id, inDays(-5), { movedOut: 300 }, both?.version))
    expect(several).toMatchObject({ field: 'movedOut' })
    // The house's own form is no way around it.
    const house = await owner.call(houses.get, { params: { id: to.id } })
    const around = await owner.ask(houses.update, {
      params: { id: to.id },
      body: { ...house, flockCount: 500 } as never,
    })
    expect(faultsOf(around)[0]?.field).toBe('flockCount')
  })

  test('the record of a day with a move is not taken back by itself, nor is a flock with moves deleted', async () => {
    const [from, to] = [await kept(), await newHouse()]
    await owner.call(flockMoves.create, move(from.id, to.id))
    const record = await recordOn(from.id, inDays(-5))
    const back = await owner.ask(flockRecords.takeBack, {
      params: from.params,
      body: { day: inDays(-5), version: record?.version ?? 0 },
    })
    expect(faultsOf(back)[0]?.field).toBe('day')
    expect((await owner.ask(flocks.remove, { params: from.params })).statusCode).toBe(409)
  })
})

describe('a move is taken back as one act', () => {
  test('the flock it began is gone, and the one it ended goes on', async () => {
    const [from, to] = [await kept(), await newHouse()]
    const moved = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 1_000 }))
    expect(await shown(from.id)).toMatchObject({ state: 'closed' })
    await owner.call(flockMoves.takeBack, { params: { id: moved.id }, body: { version: moved.version } })
    expect(await shown(from.id)).toMatchObject({ state: 'running', alive: 1_000, lastRecordOn: null })
    expect((await owner.ask(flocks.get, { params: { id: moved.to.flockId } })).statusCode).toBe(404)
    // The house is free again.
    expect((await owner.ask(flockMoves.create, move(from.id, to.id))).statusCode).toBe(200)
  })

  test('not while the birds have been recorded there, or the house has another flock', async () => {
    const [from, to] = [await kept(), await newHouse()]
    const moved = await owner.call(flockMoves.create, move(from.id, to.id, { birds: 1_000 }))
    await told(moved.to.flockId, inDays(-3), { dead: 1 })
    const takeBack = () => owner.ask(flockMoves.takeBack, { params: { id: moved.id }, body: {} })
    expect(faultsOf(await takeBack())[0]?.message).toMatch(/records/)
    await farm.services.store.scoped(SYSTEM).delete(flockRecord)
    await buildFlock(farm.services, farm.offices.sharing, { houseId: from.house.id, placedOn: inDays(-2) })
    expect(faultsOf(await takeBack())[0]?.message).toMatch(/already has flock/)
  })

  test('not where birds that joined are no longer there', async () => {
    const [from, there] = [await kept(), await kept()]
    const moved = await owner.call(flockMoves.create, move(from.id, there.house.id, { join: true }))
    await told(there.id, inDays(-1), { sold: 1_200 })
    const [fault] = faultsOf(await owner.ask(flockMoves.takeBack, { params: { id: moved.id }, body: {} }))
    expect(fault?.message).toMatch(/fewer than 0 birds/)
    expect(await shown(there.id)).toMatchObject({ alive: 200 })
    expect(await shown(from.id)).toMatchObject({ alive: 600 })
  })
})

test('birds that begin a flock on litter tell what it is there; those that join one, or go into cages, do not', async () => {
  const from = await kept('broiler', { litter: 'new' })
  const there = await newHouse('broiler')
  await owner.call(flockMoves.create, move(from.id, there.id, { litter: 'reused', birds: 300 }))
  const { items } = await owner.call(flocks.list, { query: { houseId: there.id } })
  expect(items[0]).toMatchObject({ litter: 'reused', keepsLitter: true })
  // Ammonia is counted by the house: it must know at once.
  expect((await owner.call(houses.get, { params: { id: there.id } })).litter).toBe('reused')
  expect((await shown(from.id)).litter).toBe('new')

  const joining = { join: true, birds: 100, litter: 'new' }
  expect(fieldsOf(await owner.ask(flockMoves.create, move(from.id, there.id, joining)))).toContain('litter')
  await owner.call(flockMoves.create, move(from.id, there.id, { ...joining, litter: null }))
  expect((await owner.call(houses.get, { params: { id: there.id } })).litter).toBe('reused')

  const pullets = await kept('pullet')
  const hens = await newHouse('layer')
  const wrong = move(pullets.id, hens.id, { litter: 'new' })
  expect(fieldsOf(await owner.ask(flockMoves.create, wrong))).toEqual(['litter'])
})

test('the form of a flock knows whether its house has litter', async () => {
  const cage = await buildCageType(farm.services, { layout: 'stacked', houseTypes: ['broiler'] })
  const house = await newHouse('broiler', { cageTypeId: cage.id })
  const flock = await buildFlock(farm.services, farm.offices.sharing, { houseId: house.id, type: 'broiler' })
  expect(await shown(flock.id)).toMatchObject({ keepsLitter: false })
})
