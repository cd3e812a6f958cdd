import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flockMoves } from '#shared/contracts/flock-moves.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { flockHealth, healthProgrammes } from '#shared/contracts/health-programmes.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const of = (...actions: string[]) => actions.map(action => `chicken_batch:${action}` as Grant)

let farm: TestApp
let worker: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  worker = await farm.as({ office: farm.offices.sharing, kind: 2, grants: of('query', 'get', 'add') })
  owner = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: of('query', 'get', 'add', 'edit', 'delete'),
  })
})
beforeEach(async () => {
  const { items } = await owner.call(healthProgrammes.list, { query: { size: 100 } })
  for (const { id } of items) await owner.call(healthProgrammes.remove, { params: { id } })
})
afterAll(() => farm.close())

const step = (day: number, name: string, more: object = {}) => ({
  day,
  kind: 'vaccine' as const,
  name,
  route: 'drinking water',
  dose: '1 dose',
  withdrawalDays: 0,
  ...more,
})
/** As hatcheries and vets hand them out: by day of age. */
const steps = [
  step(1, 'Marek'),
  step(7, 'ND-IB live'),
  step(10, 'Amprolium', { kind: 'medicine', days: 3, withdrawalDays: 2, eggWithdrawalDays: 5 }),
  step(14, 'IBD live'),
]
const named = () => `Pullets ${Math.random()}`
const keep = (more: object = {}) =>
  owner.call(healthProgrammes.create, {
    body: { name: named(), houseType: 'pullet', officeId: farm.offices.sharing.id, steps, ...more },
  })

/** A flock placed some days ago as chicks, on a farm that counts the day of placement as day 1. */
async function place(ago: number, more: object = {}) {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type: 'pullet' })
  return owner.call(flocks.create, {
    body: {
      houseId: house.id,
      category: 'rearing',
      placedOn: inDays(-ago),
      placedCount: 1_000,
      placementDay: 1,
      ...more,
    },
  })
}
const planOf = (id: string) => worker.call(flockHealth.get, { params: { id } })
const dueOf = async (flockId: string) =>
  (await worker.call(flockHealth.list)).filter(each => each.flockId === flockId)
const statesOf = async (id: string) =>
  (await planOf(id)).steps.map(({ name, dueOn, state }) => [name, dueOn, state])

test('a flock that is placed follows its farm’s programme, each step on the day of that age as the farm counts it', async () => {
  const programme = await keep()
  const flock = await place(9)
  expect((await planOf(flock.id)).programme).toEqual({
    id: programme.id,
    name: programme.name,
    since: inDays(-9),
  })
  // Placed nine days ago as day 1: today is day 10.
  expect(await statesOf(flock.id)).toEqual([
    ['Marek', inDays(-9), 'overdue'],
    ['ND-IB live', inDays(-3), 'overdue'],
    ['Amprolium', inDays(0), 'today'],
    ['IBD live', inDays(4), 'soon'],
  ])
  expect((await dueOf(flock.id)).map(({ step: { name }, state }) => [name, state])).toEqual([
    ['Marek', 'overdue'],
    ['ND-IB live', 'overdue'],
    ['Amprolium', 'today'],
    ['IBD live', 'soon'],
  ])
})

test('a programme for the breed comes before one for all, and none is given that is not for such birds', async () => {
  await keep()
  const brown = await keep({ breed: 'hyline-brown' })
  await keep({ houseType: 'layer' })
  expect((await planOf((await place(1, { breed: 'hyline-brown' })).id)).programme?.id).toBe(brown.id)
  expect((await planOf((await place(1, { breed: 'lohmann-brown-classic' })).id)).programme?.id).not.toBe(
    brown.id,
  )
  await owner.call(healthProgrammes.remove, { params: { id: brown.id } })
  // What a flock follows stays with it.
  expect((await planOf((await place(1, { breed: 'hyline-brown' })).id)).programme).not.toBeNull()
})

test('carrying out a step writes the day’s record with batch, dose and withdrawal, and the step is no longer due', async () => {
  await keep()
  const { id } = await place(9)
  const before = await worker.call(flockRecords.create, {
    params: { id },
    body: { day: inDays(0), dead: 2, note: 'quiet' },
  })
  const due = (await dueOf(id)).find(({ step: { name } }) => name === 'Amprolium')
  const stepId = due?.step.id ?? ''
  const body = { stepId, day: inDays(0), batch: 'AMP-77', vet: 'Dr Li' }
  const told = await worker.call(flockRecords.carryOut, { params: { id }, body })
  expect(told).toMatchObject({ dead: 2, note: 'quiet', version: before.version + 1 })
  expect(told.treatments).toMatchObject([
    { name: 'Amprolium', batch: 'AMP-77', dose: '1 dose', until: inDays(2), withdrawalDays: 2, vet: 'Dr Li' },
  ])
  const { withdrawal } = await worker.call(flockRecords.sheet, { params: { id }, query: { day: inDays(1) } })
  expect(withdrawal).toEqual({ meat: inDays(4), eggs: inDays(7) })
  const done = (await planOf(id)).steps.find(each => each.id === stepId)
  expect(done).toMatchObject({ state: 'done', done: { day: inDays(0), batch: 'AMP-77' } })
  expect((await dueOf(id)).map(each => each.step.id)).not.toContain(stepId)
  const again = await worker.ask(flockRecords.carryOut, { params: { id }, body })
  expect(again.statusCode).toBe(400)
  // Taken back with its record, it is due again.
  const back = { day: inDays(0), version: told.version }
  await owner.call(flockRecords.takeBack, { params: { id }, body: back })
  expect((await dueOf(id)).map(each => each.step.id)).toContain(stepId)
})

test('two who carry out a step at the same time give it once', async () => {
  await keep()
  const { id } = await place(9)
  const [first] = await dueOf(id)
  const body = { stepId: first?.step.id ?? '', day: inDays(0), batch: 'M1' }
  const answers = await Promise.all(
    [worker, owner, worker].map(who => who.ask(flockRecords.carryOut, { params: { id }, body })),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400])
  const sheet = await worker.call(flockRecords.sheet, { params: { id } })
  expect(sheet.record?.treatments).toHaveLength(1)
})

test('a step left out says why and who, and can be taken up again', async () => {
  await keep()
  const { id } = await place(9)
  const [first] = await dueOf(id)
  const stepId = first?.step.id ?? ''
  const silent = await worker.ask(flockHealth.skip, { params: { id }, body: { stepId, reason: ' ' } })
  expect(silent.statusCode).toBe(400)
  const reason = 'Vaccinated at the hatchery'
  const plan = await worker.call(flockHealth.skip, { params: { id }, body: { stepId, reason } })
  expect(plan.steps[0]).toMatchObject({ state: 'skipped', skipped: { reason } })
  expect((await dueOf(id)).map(each => each.step.id)).not.toContain(stepId)
  await worker.call(flockHealth.unskip, { params: { id }, body: { stepId } })
  expect((await dueOf(id)).map(each => each.step.id)).toContain(stepId)
  const foreign = await worker.ask(flockHealth.skip, { params: { id }, body: { stepId: 'none', reason } })
  expect(foreign.statusCode).toBe(400)
})

test('a programme given late asks for nothing that was due before', async () => {
  const { id } = await place(9)
  const programme = await keep()
  expect((await planOf(id)).programme).toBeNull()
  await owner.call(flockHealth.follow, { params: { id }, body: { programmeId: programme.id } })
  expect((await statesOf(id)).map(([, , state]) => state)).toEqual(['before', 'before', 'today', 'soon'])
  const refused = await worker.ask(flockHealth.follow, { params: { id }, body: { programmeId: null } })
  expect(refused.statusCode).toBe(403)
  await owner.call(flockHealth.follow, { params: { id }, body: { programmeId: null } })
  expect((await planOf(id)).steps).toEqual([])
})

test('a change asks about the flocks that follow it; those that change keep what was given', async () => {
  const programme = await keep()
  const [one, two] = [await place(9), await place(9)]
  const [first, second] = await dueOf(one.id)
  const body = { stepId: first?.step.id ?? '', day: inDays(-8), batch: 'M1' }
  await worker.call(flockRecords.carryOut, { params: { id: one.id }, body })
  const change = (more: object) =>
    owner.ask(healthProgrammes.update, {
      params: { id: programme.id },
      body: {
        name: programme.name,
        houseType: 'pullet',
        officeId: programme.officeId,
        version: programme.version,
        // Without the first; the second a day later, in another dose.
        steps: programme.steps
          .slice(1)
          .map(each => (each.id === second?.step.id ? { ...each, day: 12, dose: '2 doses' } : each)),
        ...more,
      },
    })
  const asked = await change({})
  expect(asked.statusCode).toBe(400)
  expect(asked.json().data).toMatchObject([
    { field: 'running', message: expect.stringContaining('2 flocks') },
  ])
  expect((await change({ running: 'change' })).statusCode).toBe(200)
  expect((await statesOf(one.id)).map(([name, , state]) => [name, state])).toEqual([
    ['Marek', 'done'],
    ['Amprolium', 'today'],
    ['ND-IB live', 'soon'],
    ['IBD live', 'soon'],
  ])
  // The other had not been given it, and is no longer to be.
  expect((await statesOf(two.id)).map(([name]) => name)).toEqual(['Amprolium', 'ND-IB live', 'IBD live'])
})

test('flocks that are to keep their programme go on with it, and a change of its name asks nothing', async () => {
  const programme = await keep()
  const { id } = await place(9)
  const { name: _, houseType, officeId } = programme
  const put = (more: object) =>
    owner.ask(healthProgrammes.update, {
      params: { id: programme.id },
      body: { name: named(), houseType, officeId, steps: programme.steps, ...more },
    })
  expect((await put({})).statusCode).toBe(200)
  expect((await put({ steps: [steps[0]], running: 'keep' })).statusCode).toBe(200)
  expect((await planOf(id)).steps).toHaveLength(4)
  expect((await put({ version: 1 })).statusCode).toBe(409)
})

test('programmes are the farm’s own: a worker does not change them, another farm does not see them', async () => {
  const programme = await keep()
  const body = { name: named(), houseType: 'pullet' as const, officeId: programme.officeId, steps }
  expect((await worker.ask(healthProgrammes.create, { body })).statusCode).toBe(403)
  expect(
    (await owner.ask(healthProgrammes.create, { body: { ...body, name: programme.name } })).json().data,
  ).toMatchObject([{ field: 'name' }])
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: of('query', 'get', 'edit') })
  expect((await stranger.call(healthProgrammes.list, {})).items).toEqual([])
  const { id } = await place(9)
  expect((await stranger.ask(flockHealth.get, { params: { id } })).statusCode).toBe(404)
})

/** Pullets that are 115 days old today: what the vet has them given around the move to the laying house. */
const rearingSteps = [
  step(1, 'Marek'),
  step(7, 'ND-IB live'),
  step(100, 'Fowl pox'),
  step(105, 'EDS'),
  step(114, 'Deworming'),
  step(120, 'ND-IB-EDS killed'),
]
const stateOfEach = async (id: string) =>
  Object.fromEntries((await planOf(id)).steps.map(({ name, state }) => [name, state]))
const stepNamed = async (id: string, name: string) =>
  (await planOf(id)).steps.find(each => each.name === name)?.id ?? ''
async function giveOn(id: string, name: string, day: string) {
  const body = { stepId: await stepNamed(id, name), day, batch: 'B1' }
  return worker.call(flockRecords.carryOut, { params: { id }, body })
}
/** Moves birds on their day 112 to a free house of a type; returns the flock they begin there. */
async function moveOn(fromFlockId: string, type: 'pullet' | 'layer', birds = 1_000) {
  const house = await buildHouse(farm.services, farm.offices.sharing, { type })
  const body = { fromFlockId, toHouseId: house.id, day: inDays(-3), birds, reason: 'Cage space' }
  return (await owner.call(flockMoves.create, { body })).to.flockId
}

test('birds that move to another rearing house are asked for what is still due, and for nothing that was given or left out', async () => {
  const programme = await keep({ steps: rearingSteps })
  const { id } = await place(114)
  await giveOn(id, 'Marek', inDays(-114))
  await giveOn(id, 'Fowl pox', inDays(-15))
  await giveOn(id, 'Deworming', inDays(-4))
  const reason = 'Given at the hatchery'
  const left = { stepId: await stepNamed(id, 'ND-IB live'), reason }
  await worker.call(flockHealth.skip, { params: { id }, body: left })
  const there = await moveOn(id, 'pullet')
  const plan = await planOf(there)
  expect(plan.programme).toEqual({ id: programme.id, name: programme.name, since: inDays(-114) })
  expect(plan.steps.map(({ name, state }) => [name, state])).toEqual([
    ['Marek', 'done'],
    ['ND-IB live', 'skipped'],
    ['Fowl pox', 'done'],
    ['EDS', 'overdue'],
    ['Deworming', 'done'],
    ['ND-IB-EDS killed', 'soon'],
  ])
  expect(plan.steps[2]?.done).toMatchObject({ day: inDays(-15), batch: 'B1' })
  expect((await dueOf(there)).map(({ step: { name } }) => name)).toEqual(['EDS', 'ND-IB-EDS killed'])
  // What the birds had in the other house is not given again, nor said to be left out.
  const body = { stepId: plan.steps[4]?.id ?? '', day: inDays(0), batch: 'B2' }
  expect((await worker.ask(flockRecords.carryOut, { params: { id: there }, body })).statusCode).toBe(400)
  const skipped = { stepId: body.stepId, reason }
  expect((await worker.ask(flockHealth.skip, { params: { id: there }, body: skipped })).statusCode).toBe(400)
  // And so in the next house.
  const next = await moveOn(there, 'pullet')
  expect((await dueOf(next)).map(({ step: { name } }) => name)).toEqual(['EDS', 'ND-IB-EDS killed'])
})

test('of birds that moved in part, what their house records late for the time before counts, what it gives later does not', async () => {
  await keep({ steps: rearingSteps })
  const { id } = await place(114)
  const there = await moveOn(id, 'pullet', 400)
  await giveOn(id, 'EDS', inDays(-5))
  await giveOn(id, 'Deworming', inDays(-1))
  expect(await stateOfEach(id)).toMatchObject({ EDS: 'done', Deworming: 'done' })
  expect(await stateOfEach(there)).toMatchObject({ EDS: 'done', Deworming: 'overdue' })
  await giveOn(there, 'Deworming', inDays(0))
  expect(await stateOfEach(there)).toMatchObject({ Deworming: 'done' })
})

test('a change of the programme leaves what birds were given in the house they came from', async () => {
  const programme = await keep({ steps: rearingSteps })
  const { id } = await place(114)
  await giveOn(id, 'Marek', inDays(-114))
  const there = await moveOn(id, 'pullet')
  await owner.call(healthProgrammes.update, {
    params: { id: programme.id },
    body: {
      name: programme.name,
      houseType: 'pullet',
      officeId: programme.officeId,
      version: programme.version,
      steps: programme.steps.slice(5),
      running: 'change',
    },
  })
  expect(await stateOfEach(there)).toEqual({ Marek: 'done', 'ND-IB-EDS killed': 'soon' })
})

test('pullets that move to lay follow the farm’s programme for layers, which asks for nothing of the time before', async () => {
  await keep({ steps: rearingSteps })
  const { id } = await place(114)
  const laying = [step(105, 'EDS'), step(113, 'Deworming'), step(120, 'ND-IB-EDS killed'), step(280, 'ND-IB')]
  const programme = await keep({ houseType: 'layer', steps: laying })
  const there = await moveOn(id, 'layer')
  expect((await planOf(there)).programme).toMatchObject({ id: programme.id, since: inDays(-3) })
  expect(await stateOfEach(there)).toEqual({
    EDS: 'before',
    // Due in the days since they came.
    Deworming: 'overdue',
    'ND-IB-EDS killed': 'soon',
    'ND-IB': 'later',
  })
})

test('pullets that move to lay on a farm without a programme for layers go on with what is open of theirs', async () => {
  const programme = await keep({ steps: rearingSteps })
  const { id } = await place(114)
  await giveOn(id, 'EDS', inDays(-10))
  const there = await moveOn(id, 'layer')
  expect((await planOf(there)).programme?.id).toBe(programme.id)
  expect(await stateOfEach(there)).toMatchObject({ EDS: 'done', 'ND-IB-EDS killed': 'soon' })
})
