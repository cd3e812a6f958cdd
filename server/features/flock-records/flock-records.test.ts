import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { dateOf } from '#shared/dates.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { faultsOf, flockGrants, hensFarm, inDays } from './testing/hens.ts'

let farm: TestApp
let worker: Person
let owner: Person
let hens: Awaited<ReturnType<typeof hensFarm>>['hens']
let flockId: string
beforeAll(async () => {
  ;({ farm, worker, owner, hens } = await hensFarm())
})
beforeEach(async () => {
  flockId = (await hens()).id
})
afterAll(() => farm.close())

const tell = (body: object, who = worker) =>
  who.ask(flockRecords.create, { params: { id: flockId }, body: { day: inDays(-1), ...body } })
const course = () => owner.call(flocks.course, { params: { id: flockId } })

test('a worker tells a day once, and telling it again needs what was told', async () => {
  const first = await tell({ dead: 3, eggsSound: 930, feed: 112, deadCause: 'pecking' })
  expect(first.statusCode).toBe(200)
  const { version } = first.json().data
  const blind = await tell({ dead: 4 })
  expect(blind.statusCode).toBe(409)
  expect(blind.json().data).toMatchObject({ yours: { dead: 4 }, current: { dead: 3, eggsSound: 930 } })
  expect((await tell({ dead: 4, eggsSound: 930, version })).json().data).toMatchObject({
    dead: 4,
    version: version + 1,
  })
})

test('who tells a day again in the same words, since no answer came, is answered as the first time', async () => {
  const words = {
    dead: 3,
    eggsSound: 930,
    feed: 112.5,
    weights: [1_800, 1_900],
    treatments: [{ kind: 'vaccine', name: 'ND', withdrawalDays: 0 }],
    note: 'wet litter',
  }
  const first = (await tell(words)).json().data
  const again = await tell(words)
  expect(again.statusCode).toBe(200)
  expect(again.json().data).toEqual(first)
  expect((await tell(words, owner)).json().data).toEqual(first)
  expect((await tell({ ...words, note: '' })).statusCode).toBe(409)
})

test('who tells a day otherwise after an answer was lost changes the own telling, and nobody else’s', async () => {
  const lost = { dead: 3, feed: 112.5, note: 'wet litter' }
  await tell(lost)
  const mended = await tell({ ...lost, dead: 5, earlier: [{ dead: 1 }, lost] })
  expect(mended.json().data).toMatchObject({ dead: 5, note: 'wet litter', version: 2 })
  const foreign = await tell({ dead: 6, earlier: [lost] })
  expect(foreign.statusCode).toBe(409)
  expect(foreign.json().data).toMatchObject({ yours: { dead: 6 }, current: { dead: 5 } })
})

test('two phones send ten days each at the same time, each record twice: one truth, and every other version is told to its writer', async () => {
  const days = Array.from({ length: 10 }, (_, ago) => inDays(-1 - ago))
  // Three days with the same values.
  const told = (who: Person, at: number) => ({
    day: days[at],
    note: at < 3 ? 'both' : who.accountId,
    dead: 1,
  })
  const phones = [worker, owner]
  const send = () =>
    Promise.all(
      phones.flatMap(who => days.map(async (_, at) => ({ who, at, answer: await tell(told(who, at), who) }))),
    )
  const first = await send()
  const again = await send()
  const outcome = (answers: typeof first) =>
    answers.map(({ who, at, answer }) => [who.accountId, at, answer.statusCode])
  expect(outcome(again)).toEqual(outcome(first))
  for (const at of days.keys()) {
    const answers = again.filter(each => each.at === at).map(({ answer }) => answer)
    const codes = answers.map(({ statusCode }) => statusCode).sort()
    expect(codes).toEqual(at < 3 ? [200, 200] : [200, 409])
    const [taken] = answers.filter(({ statusCode }) => statusCode === 200)
    // However often it was sent, it is stored once.
    expect(taken?.json().data.version).toBe(1)
    const [refused] = answers.filter(({ statusCode }) => statusCode === 409)
    if (!refused) continue
    const { yours, current } = refused.json().data
    expect(current).toEqual(taken?.json().data)
    expect([yours.note, current.note].sort()).toEqual(phones.map(({ accountId }) => accountId).sort())
  }
  expect((await course()).days).toHaveLength(10)
})

test('a day told late changes every day after it, as if it had been told in time', async () => {
  const told = [
    { day: inDays(-3), dead: 5, eggsSound: 900 },
    { day: inDays(-1), dead: 2, eggsSound: 910 },
    { day: inDays(-2), dead: 100 },
  ]
  for (const day of told) expect((await tell(day)).statusCode).toBe(200)
  const late = (await course()).days
  expect(late.map(({ alive }) => alive)).toEqual([995, 895, 893])
  expect(late[2]?.rate).toBeCloseTo((100 * 910) / 895, 6)
})

test.each([
  ['the future', { day: inDays(1) }, 'day'],
  ['before the placement', { day: inDays(-31) }, 'day'],
  ['more dead than alive', { dead: 1_001 }, 'dead'],
  ['more sold than alive', { sold: 1_001 }, 'sold'],
])('%s is refused in words at its field', async (_, body, field) => {
  const answer = await tell(body)
  expect(answer.statusCode).toBe(400)
  expect(faultsOf(answer)[field]).toBeTruthy()
})

test('random days told in any order and told anew come to what a fresh flock of the same days comes to', async () => {
  let state = 7
  const whole = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * most)
  }
  const versions = new Map<string, number>()
  const last = new Map<string, object>()
  for (let i = 0; i < 40; i++) {
    const day = inDays(-1 - whole(20))
    const facts = {
      dead: whole(4),
      culled: whole(2),
      eggsSound: whole(900),
      feed: 90 + whole(30),
      water: whole(250),
    }
    const version = versions.get(day)
    const answer = await tell({ day, ...facts, ...(version !== undefined && { version }) }, owner)
    expect(answer.statusCode).toBe(200)
    versions.set(day, answer.json().data.version)
    last.set(day, facts)
  }
  const { days, weeks, final, flock } = await course()

  const house = await buildHouse(farm.services, farm.offices.sharing)
  const fresh = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    placedOn: inDays(-30),
    hatchedOn: inDays(-200),
    breed: 'hyline-brown',
    placedCount: 1_000,
  })
  for (const [day, facts] of [...last].sort())
    await owner.call(flockRecords.create, { params: { id: fresh.id }, body: { day, ...facts } as never })
  const other = await owner.call(flocks.course, { params: { id: fresh.id } })
  expect({ days, weeks, final }).toEqual({ days: other.days, weeks: other.weeks, final: other.final })
  expect([flock.alive, flock.lost, flock.rate]).toEqual([
    other.flock.alive,
    other.flock.lost,
    other.flock.rate,
  ])
})

test('every telling of a day stays, the newest first, with who told it', async () => {
  await tell({ dead: 3, note: 'wet litter' }, worker)
  await tell({ dead: 5, note: 'wet litter', version: 1 }, owner)
  await tell({ dead: 4, note: '', version: 2 }, owner)
  const query = { day: inDays(-1) }
  const trail = await worker.call(flockRecords.trail, { params: { id: flockId }, query })
  expect(trail.map(({ dead, note, version }) => [version, dead, note])).toEqual([
    [3, 4, ''],
    [2, 5, 'wet litter'],
    [1, 3, 'wet litter'],
  ])
  expect(new Set(trail.map(({ by }) => by)).size).toBeLessThanOrEqual(2)
  const stranger = await farm.as({
    office: farm.offices.closed,
    kind: 2,
    grants: flockGrants('query', 'get'),
  })
  const asked = await stranger.ask(flockRecords.trail, { params: { id: flockId }, query })
  expect(asked.statusCode).toBe(404)
})

test('a picture goes with the day, and one that nobody sent is refused at its field', async () => {
  const { id } = await sendFile(await listening(farm), worker)
  const told = (await tell({ dead: 1, pictures: [id] })).json().data
  expect(told.pictures).toEqual([id])
  const wrong = await tell({ day: inDays(-2), pictures: ['nobody-sent-this'] })
  expect(wrong.statusCode).toBe(400)
  expect(Object.keys(faultsOf(wrong))).toEqual(['pictures'])
})

test('days that cannot be are answered at the day, and a few weighed birds are kept', async () => {
  expect(faultsOf(await tell({ day: inDays(2), dead: 1 }))).toEqual({ day: 'This day is in the future' })
  expect(faultsOf(await tell({ day: inDays(-31), dead: 1 })).day).toContain('The birds were placed on')
  expect(faultsOf(await tell({ dead: 1_001 })).dead).toContain('Only 1000 birds were alive that morning')
  const few = (await tell({ weights: [1_800, 1_900, 2_000] })).json().data
  expect(few).toMatchObject({ weight: 1_900, weights: [1_800, 1_900, 2_000] })
})

test('males of breeders are their own stock, which none of them can leave twice', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'breeder' })
  const breeders = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'breeder',
    placedOn: inDays(-30),
    placedCount: 900,
    placedMales: 100,
  })
  const params = { id: breeders.id }
  const ask = (body: object) =>
    owner.ask(flockRecords.create, { params, body: { day: inDays(-1), ...body } as never })
  const many = await ask({ deadMales: 101 })
  expect(Object.keys(faultsOf(many))).toEqual(['deadMales'])
  expect(
    (await ask({ dead: 2, deadMales: 3, culledMales: 1, eggsHatching: 600, eggsSound: 20 })).statusCode,
  ).toBe(200)
  const { days } = await owner.call(flocks.course, { params })
  expect(days.at(-1)).toMatchObject({ alive: 898, males: 96, eggs: 620 })
})

test('a day told late does not take birds that a later day needs', async () => {
  await tell({ day: inDays(-1), sold: 950 })
  const answer = await tell({ day: inDays(-2), dead: 60 })
  expect(faultsOf(answer).dead).toContain('fewer than 0 birds')
})

test('a few eggs above the hens are a question of the screen; far more need a reason, and are kept with it', async () => {
  expect((await tell({ eggsSound: 1_040 })).statusCode).toBe(200)
  const far = await tell({ day: inDays(-2), eggsSound: 1_060 })
  expect(faultsOf(far).reason).toContain('1060')
  const kept = await tell({ day: inDays(-2), eggsSound: 1_060, reason: 'Two days collected at once' })
  expect(kept.json().data).toMatchObject({ eggsSound: 1_060, reason: 'Two days collected at once' })
})

test('birds weighed one by one come to their mean and evenness', async () => {
  const weights = [1_800, 1_900, 2_000, 2_300]
  expect((await tell({ weights })).json().data).toMatchObject({ weight: 2_000, uniformity: 75, weights })
})

test('a medicine with a withdrawal period forbids to sell, and says until when', async () => {
  const treatments = [{ kind: 'medicine', name: 'Tylosin', withdrawalDays: 5 }]
  expect((await tell({ day: inDays(-2), treatments })).statusCode).toBe(200)
  expect(faultsOf(await tell({ sold: 10 })).sold).toContain('Withdrawal period')
  // Birds sold before any medicine was given are recorded late.
  expect((await tell({ day: inDays(-3), sold: 10 })).statusCode).toBe(200)
  expect(await owner.call(flockRecords.sheet, { params: { id: flockId } })).toMatchObject({
    withdrawal: { meat: inDays(3), eggs: inDays(3) },
  })
})

test('eggs and meat have withdrawal periods of their own', async () => {
  const treatments = [{ kind: 'medicine', name: 'Fenbendazole', withdrawalDays: 6, eggWithdrawalDays: 0 }]
  await tell({ day: inDays(-2), treatments })
  const sheet = await owner.call(flockRecords.sheet, { params: { id: flockId } })
  expect(sheet.withdrawal).toEqual({ meat: inDays(4), eggs: null })
  expect((await course()).withdrawal).toEqual(sheet.withdrawal)
})

test('medicine recorded after the birds were sold is kept with what was done about it', async () => {
  await tell({ day: inDays(-1), sold: 10 })
  const treatments = [{ kind: 'medicine', name: 'Enrofloxacin', withdrawalDays: 14 }]
  const asked = await tell({ day: inDays(-2), treatments })
  expect(faultsOf(asked).reason).toContain(dateOf(inDays(-1), 'en-US'))
  const reason = 'The slaughterhouse was told and holds them back'
  expect((await tell({ day: inDays(-2), treatments, reason })).statusCode).toBe(200)
})

test('medicine of the day on which birds were told as sold needs what was done about it, and no more are sold', async () => {
  const treatments = [{ kind: 'medicine', name: 'Enrofloxacin', withdrawalDays: 14 }]
  await tell({ sold: 10 })
  expect(faultsOf(await tell({ sold: 10, treatments, version: 1 })).reason).toContain('Birds left')
  const reason = 'The buyer was told'
  expect(faultsOf(await tell({ sold: 11, treatments, reason, version: 1 })).sold).toContain('Withdrawal')
  expect((await tell({ sold: 10, treatments, reason, version: 1 })).statusCode).toBe(200)
})

test('a day whose birds had gone before medicine was told is completed and corrected like any other', async () => {
  const soldOn = { day: inDays(-1), sold: 10 }
  await tell(soldOn)
  const treatments = [{ kind: 'medicine', name: 'Enrofloxacin', withdrawalDays: 14 }]
  const reason = 'The slaughterhouse was told and holds them back'
  await tell({ day: inDays(-2), treatments, reason })
  // Slaughter weights come days later.
  expect((await tell({ ...soldOn, soldKg: 18, feed: 400, version: 1 })).statusCode).toBe(200)
  expect((await tell({ ...soldOn, sold: 9, soldKg: 18, feed: 400, version: 2 })).statusCode).toBe(200)
  expect(faultsOf(await tell({ ...soldOn, sold: 12, version: 3 })).sold).toContain('Withdrawal')
})

test('a medicine says for how many days nothing may be sold: nobody supposes that it is none', async () => {
  const told = { kind: 'medicine', name: 'Tylosin' }
  const unsaid = await tell({ day: inDays(-2), treatments: [told] })
  expect(unsaid.statusCode).toBe(400)
  expect(unsaid.json().data).toMatchObject([{ field: 'treatments.0.withdrawalDays' }])
  expect((await tell({ day: inDays(-2), treatments: [{ ...told, withdrawalDays: 0 }] })).statusCode).toBe(200)
})

test('hens moved on while medicine is in them need to be said where they go', async () => {
  const treatments = [{ kind: 'medicine', name: 'Tylosin', withdrawalDays: 5 }]
  await tell({ day: inDays(-2), treatments })
  expect(faultsOf(await tell({ movedOut: 100 })).reason).toContain('Withdrawal period')
  expect((await tell({ movedOut: 100, reason: 'To house 4' })).statusCode).toBe(200)
})

test('people correct their own entries of the last days; what others recorded they only complete', async () => {
  await tell({ dead: 3 }, owner)
  const sheet = () => worker.call(flockRecords.sheet, { params: { id: flockId }, query: { day: inDays(-1) } })
  expect((await sheet()).mayChange).toBe(false)
  const changed = await tell({ dead: 4, version: 1 })
  expect(changed.statusCode).toBe(403)
  const completed = await tell({ dead: 3, eggsSound: 900, version: 1 })
  expect(completed.json().data).toMatchObject({ dead: 3, eggsSound: 900, version: 2 })
  // That does not make the day theirs.
  expect((await tell({ dead: 9, eggsSound: 900, version: 2 })).statusCode).toBe(403)
  await tell({ day: inDays(-2), dead: 1 })
  expect((await tell({ day: inDays(-2), dead: 2, version: 1 })).statusCode).toBe(200)
  await tell({ day: inDays(-9), dead: 1 })
  expect((await tell({ day: inDays(-9), dead: 2, version: 1 })).statusCode).toBe(403)
  expect((await tell({ day: inDays(-9), dead: 2, version: 1 }, owner)).statusCode).toBe(200)
})

test('an empty record is none, and a record taken back leaves none', async () => {
  expect(Object.keys(faultsOf(await tell({})))).toEqual(['day'])
  await tell({ dead: 3, feed: 100 })
  const back = (version: number, who = worker) =>
    who.ask(flockRecords.takeBack, { params: { id: flockId }, body: { day: inDays(-1), version } })
  expect((await back(7)).statusCode).toBe(409)
  expect((await back(1)).statusCode).toBe(200)
  const { days, flock } = await course()
  expect(days).toEqual([])
  expect(flock).toMatchObject({ alive: 1_000, lost: null, lastRecordOn: null })
  expect((await back(1)).statusCode).toBe(404)
  // One that others recorded is theirs.
  await tell({ dead: 1 }, owner)
  expect((await back(1)).statusCode).toBe(403)
})

test('a record is not taken back if later days need its birds', async () => {
  await tell({ day: inDays(-2), movedIn: 500 })
  await tell({ day: inDays(-1), movedOut: 1_200 })
  const answer = await worker.ask(flockRecords.takeBack, {
    params: { id: flockId },
    body: { day: inDays(-2), version: 1 },
  })
  expect(answer.statusCode).toBe(400)
  expect(faultsOf(answer).day).toContain(dateOf(inDays(-1), 'en-US'))
})

test('the sheet of a day tells what it stands on', async () => {
  const office = farm.offices.sharing
  for (const ago of [4, 3, 2])
    await buildRecord(farm.services, office, { flockId, day: inDays(-ago), dead: ago, feed: 110 })
  const sheet = await owner.call(flockRecords.sheet, { params: { id: flockId }, query: { day: inDays(-1) } })
  expect(sheet).toMatchObject({ aliveAtStart: 991, deadMean: 3, age: 199, record: null, measured: {} })
})

test('eggs of a broiler are not kept: no such field is in its record', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'broiler' })
  const flock = await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    type: 'broiler',
    placedOn: inDays(-9),
  })
  flockId = flock.id
  expect((await tell({ eggsSound: 5, feed: 400 })).json().data).toMatchObject({ eggsSound: null, feed: 400 })
})

test('records of two people on one day: the second sees the first and nothing is lost', async () => {
  const [one, two] = await Promise.all([tell({ dead: 3 }, worker), tell({ dead: 7 }, owner)])
  expect([one.statusCode, two.statusCode].sort()).toEqual([200, 409])
  const { items } = await owner.call(flockRecords.list, { query: { flockId } })
  expect(items).toHaveLength(1)
})

test('a sheet of a day that has not come is empty, and that of the last day of the calendar too', async () => {
  for (const day of [inDays(3), '9999-12-31'])
    expect(await owner.call(flockRecords.sheet, { params: { id: flockId }, query: { day } })).toMatchObject({
      day,
      measured: {},
      record: null,
    })
})
