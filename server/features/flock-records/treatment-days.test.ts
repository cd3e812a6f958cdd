import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { faultsOf, hensFarm, inDays } from './testing/hens.ts'

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
const sheetOn = (day: string) => worker.call(flockRecords.sheet, { params: { id: flockId }, query: { day } })
/** Five days of enrofloxacin by water, as it is prescribed. */
const course = (from: number, more: object = {}) => ({
  kind: 'medicine',
  name: 'Enrofloxacin 10 %',
  batch: 'E2611',
  dose: '0.5 mL/L',
  route: 'water',
  until: inDays(from + 4),
  withdrawalDays: 4,
  eggWithdrawalDays: 7,
  amount: '4.2 L',
  birds: 995,
  against: 'E. coli',
  supplier: 'Hexin Vet',
  vet: 'Dr Li',
  prescription: 'RX-2611-08',
  ...more,
})

test('withdrawal of a treatment over days runs from its last day, for eggs and for meat, and holds while it is given', async () => {
  expect((await tell({ day: inDays(-6), treatments: [course(-6)] })).statusCode).toBe(200)
  const { withdrawal } = await sheetOn(inDays(0))
  expect(withdrawal).toEqual({ meat: inDays(2), eggs: inDays(5) })
  for (const ago of [5, 3, 1])
    expect(faultsOf(await tell({ day: inDays(-ago), sold: 10 })).sold).toContain('Withdrawal period')
  const events = (await owner.call(flocks.course, { params: { id: flockId } })).events
  expect(events).toMatchObject([{ says: 'Enrofloxacin 10 %', until: inDays(2), eggsUntil: inDays(5) }])
})

test('a treatment that is still given is shown on each of its days, and on no other', async () => {
  await tell({ day: inDays(-3), treatments: [course(-3)] })
  expect((await sheetOn(inDays(-3))).underWay).toEqual([])
  const [given, ...none] = (await sheetOn(inDays(0))).underWay
  expect(given).toMatchObject({ name: 'Enrofloxacin 10 %', since: inDays(-3), prescription: 'RX-2611-08' })
  expect(none).toEqual([])
  expect((await sheetOn(inDays(2))).underWay).toEqual([])
})

test('a treatment that ends before it begins, or goes on for months, is refused by its name', async () => {
  for (const until of [inDays(-2), inDays(60)]) {
    const answer = await tell({ treatments: [course(-1, { until })] })
    expect(answer.statusCode).toBe(400)
    expect(faultsOf(answer).treatments).toContain('Enrofloxacin 10 %')
  }
})

test('several causes share the losses of a day, and together are never more than were lost', async () => {
  const told = await tell({ dead: 7, culled: 2, lossCauses: { pecking: 3, legs: 4 } })
  expect(told.json().data).toMatchObject({ deadCause: 'legs', lossCauses: { pecking: 3, legs: 4 } })
  const many = await tell({ day: inDays(-2), dead: 3, lossCauses: { heat: 2, disease: 2 } })
  expect(many.statusCode).toBe(400)
  expect(faultsOf(many).lossCauses).toBe('The causes add up to 4 birds; 3 are recorded as dead or culled')
  const none = await tell({ day: inDays(-2), feed: 100, lossCauses: { heat: 1 } })
  expect(Object.keys(faultsOf(none))).toEqual(['lossCauses'])
  // Nobody counts birds that do not die of anything.
  expect((await tell({ day: inDays(-2), dead: 3, lossCauses: { heat: 0 } })).statusCode).toBe(400)
})

test('one more treatment completes a day that somebody else recorded; changing theirs does not', async () => {
  await tell({ dead: 1, treatments: [course(-1)] }, owner)
  const more = { kind: 'vaccine', name: 'ND LaSota', withdrawalDays: 0 }
  const changed = await tell({ dead: 1, treatments: [course(-1, { dose: '1 mL/L' }), more], version: 1 })
  expect(changed.statusCode).toBe(403)
  const added = await tell({ dead: 1, treatments: [course(-1), more], version: 1 })
  expect(added.json().data.treatments).toHaveLength(2)
})
