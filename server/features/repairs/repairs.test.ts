import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '#shared/contracts/files.ts'
import { notices } from '#shared/contracts/notices.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { grantsOf } from '#shared/permissions.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { builtInRoles } from '../../demo/seed/roles.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { repair, repairReading } from '../../platform/database/tables/tickets.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildCustomer, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { recordingOf } from '../../testing/pictures.ts'
import { everyGrant } from '../../testing/samples.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { buildRepair } from './repairs.fixture.ts'

let farm: TestApp
let owner: Person
let engineer: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const form = {
  title: 'Feed auger stops',
  equipment: 'Feed auger FA-90',
  description: 'It stops after two minutes, the motor hums.',
  phone: '+86 138 0536 2210',
  pictures: [] as string[],
  statement: STATEMENT_VERSION,
} as const
const apply = (more: object = {}) => owner.call(repairs.create, { body: { ...form, ...more } })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** By the calendar of the farm's people. */
const dayIn = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const database = () => farm.services.store.scoped(SYSTEM)
const titles = async (person: Person) => (await person.call(notices.list)).items.map(({ title }) => title)

test('late repairs stand first, then open ones by age whoever has them, and closed ones last', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  const title = `Order of the list ${Date.now()}`
  const made = (standing: string, days: number, more: object = {}) =>
    buildRepair(farm.services, farm.offices.sharing, {
      title,
      standing,
      madeAt: ago(days),
      lastAt: ago(days),
      waitsSince: standing === 'pending' ? ago(0) : null,
      ...more,
    })
  const built = [
    await made('accepted', 3, { expectedOn: dayIn(-2) }),
    await made('pending', 2, { waitsSince: ago(20) }),
    await made('accepted', 5, { expectedOn: dayIn(2) }),
    await made('pending', 1),
    await made('cancelled', 6, { lastAt: ago(0), expectedOn: dayIn(-2) }),
    await made('finished', 9, { lastAt: ago(4), expectedOn: dayIn(-2) }),
  ]
  const { items } = await engineer.call(repairs.list, { query: { search: title } })
  const placeOf = new Map(built.map(({ id }, i) => [id, i]))
  expect(items.map(({ id }) => placeOf.get(id))).toEqual([0, 1, 2, 3, 4, 5])
})

test('a worker follows the repair he asked for, adds to it and cancels it, and ends no other', async () => {
  const held = builtInRoles.find(({ key }) => key === 'worker')?.permissions ?? []
  const worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: [...grantsOf(held)],
  })
  const [mine, theirs] = [await worker.call(repairs.create, { body: form }), await apply()]
  const params = { id: mine.id }
  await engineer.call(repairs.accept, { params, body: { record: 'Worn gearbox' } })
  const visitAt = inHours(72)
  await engineer.call(repairs.plan, { params, body: { visitAt, visitHours: 2 } })
  // Every message leads to what it is about, and its reader can open that.
  const { items } = await worker.call(notices.list)
  expect(items.length).toBeGreaterThanOrEqual(2)
  for (const { businessType, subjectId } of items) {
    expect([businessType, subjectId]).toEqual(['repair', mine.id])
    expect(await worker.call(repairs.get, { params })).toMatchObject({ record: 'Worn gearbox', visitAt })
  }
  await worker.call(repairs.note, { params, body: { note: 'It also smells of burning.', pictures: [] } })
  expect((await worker.call(repairs.finish, { params, body: {} })).standing).toBe('finished')
  const other = { params: { id: theirs.id }, body: { reason: 'Not needed' } }
  expect((await worker.call(repairs.get, { params: other.params })).isOwn).toBe(false)
  expect((await worker.ask(repairs.cancel, other)).statusCode).toBe(409)
  const again = await worker.call(repairs.create, { body: form })
  const cancelled = await worker.call(repairs.cancel, { params: { id: again.id }, body: other.body })
  expect(cancelled.standing).toBe('cancelled')
  expect((await owner.call(repairs.get, { params: other.params })).isOwn).toBe(true)
})

test('nobody is promised a day or a visit that is over', async () => {
  const refused = async (asked: ReturnType<Person['ask']>) => {
    const answer = await asked
    return [answer.statusCode, answer.json().data]
  }
  const past = (field: string, message: string) => [400, [{ field, message }]]
  const request = (expectedOn: string) => owner.ask(repairs.create, { body: { ...form, expectedOn } })
  expect(await refused(request(dayIn(-1)))).toEqual(past('expectedOn', 'This day has passed'))
  expect((await request(dayIn(0))).statusCode).toBe(200)
  const { id } = await apply()
  const params = { id }
  await engineer.call(repairs.accept, { params, body: { record: 'Worn gearbox' } })
  const visit = (visitAt: string) => engineer.ask(repairs.plan, { params, body: { visitAt, visitHours: 2 } })
  expect(await refused(visit(inHours(-48)))).toEqual(past('visitAt', 'This time has passed'))
  expect((await refused(visit('2099-01-01T08:00:00.000Z')))[1]).toMatchObject([
    { field: 'visitAt', message: '1 Jan 2099 is far from today. Check the year' },
  ])
  expect((await engineer.call(repairs.get, { params })).visitAt).toBeNull()
  // It has just begun.
  expect((await visit(inHours(-0.5))).statusCode).toBe(200)
})

test('a repair goes from applied to finished, and its timeline says who did what', async () => {
  const expectedOn = dayIn(3)
  const made = await apply({ expectedOn })
  expect(made).toMatchObject({ standing: 'pending', expectedOn, accepter: null })
  expect(made.number).toMatch(/^RP\d{8}-\d{4}$/)
  const params = { id: made.id }
  const accepted = await engineer.call(repairs.accept, { params, body: { record: 'Worn gearbox' } })
  expect(accepted).toMatchObject({ standing: 'accepted', accepter: 'Test User', waitedHours: null })
  expect(accepted.acceptedAt).not.toBeNull()
  const visitAt = inHours(72)
  const planned = await engineer.call(repairs.plan, { params, body: { visitAt, visitHours: 2 } })
  expect(planned).toMatchObject({ standing: 'accepted', visitAt, visitHours: 2 })
  const finished = await owner.call(repairs.finish, { params, body: {} })
  expect(finished.standing).toBe('finished')
  expect(finished.finishedAt).not.toBeNull()
  const { entries, record } = await owner.call(repairs.get, { params })
  expect(entries.map(({ step, kind }) => [step, kind])).toEqual([
    ['create', 2],
    ['accept', 1],
    ['plan', 1],
    ['finish', 2],
  ])
  expect(record).toBe('Worn gearbox')
})

test('accepting wants the acceptance record, and applying the tick of this version of the statement', async () => {
  const { id } = await apply()
  const answer = await engineer.ask(repairs.accept, { params: { id }, body: { record: ' ' } })
  expect(answer.json().data).toMatchObject([{ field: 'record' }])
  const refused = await owner.ask(repairs.create, { body: { ...form, statement: '2020-01' } })
  expect(refused.json().data).toMatchObject([{ field: 'statement' }])
  const [kept] = await database().select().from(repair).where(eq(repair.id, id))
  expect(kept?.statement).toBe(STATEMENT_VERSION)
})

describe('a cancelled repair', () => {
  test('keeps its state, says who cancelled it and why, and leaves those that wait', async () => {
    const { id } = await apply()
    const cancelled = await owner.call(repairs.cancel, {
      params: { id },
      body: { reason: 'It was the cable' },
    })
    expect(cancelled).toMatchObject({ standing: 'cancelled', waitedHours: null })
    const [kept] = await database().select().from(repair).where(eq(repair.id, id))
    expect(kept).toMatchObject({ state: 'pending', cancelReason: 'It was the cable' })
    const { total } = await engineer.call(repairs.list, {
      query: { standing: 'pending', search: kept?.number },
    })
    expect(total).toBe(0)
    expect((await engineer.ask(repairs.accept, { params: { id }, body: { record: 'x' } })).statusCode).toBe(
      409,
    )
  })

  test('once accepted is cancelled by staff only', async () => {
    const { id } = await buildRepair(farm.services, farm.offices.sharing, { standing: 'accepted' })
    const call = { params: { id }, body: { reason: 'Sold the house' } }
    expect((await owner.ask(repairs.cancel, call)).statusCode).toBe(409)
    expect((await engineer.call(repairs.cancel, call)).standing).toBe('cancelled')
  })
})

test('an agent’s user does not finish what their customer applied for', async () => {
  const agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: everyGrant(3) })
  const { id } = await buildRepair(farm.services, farm.offices.sharing, { standing: 'accepted' })
  expect((await agent.call(repairs.get, { params: { id } })).isOwn).toBe(false)
  expect((await agent.ask(repairs.finish, { params: { id }, body: {} })).statusCode).toBe(409)
})

test('the head of the project manager’s department is told of a new repair, and nobody else', async () => {
  const head = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const other = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  await database()
    .update(office)
    .set({ headId: head.accountId })
    .where(eq(office.id, farm.offices.provider.id))
  await database().delete(customer).where(eq(customer.officePath, farm.offices.sharing.path))
  const { number } = await apply()
  expect((await titles(head)).filter(title => title.endsWith(number))).toHaveLength(1)
  expect((await titles(other)).filter(title => title.endsWith(number))).toHaveLength(0)
})

describe('what the device measured', () => {
  const begun = async () => {
    const controller = await buildDevice(farm.services, farm.offices.sharing, { type: 'controller' })
    const house = await buildHouse(farm.services, farm.offices.sharing, { deviceIds: [controller.id] })
    const alarm = await buildAlarm(farm.services, farm.offices.sharing, {
      subjectId: controller.id,
      houseIds: [house.id],
    })
    const made = await apply({ alarmId: alarm.id })
    const { farmPath } = farm.offices.sharing
    await database()
      .insert(repairReading)
      .values({
        repairId: made.id,
        officePath: farm.offices.sharing.path,
        farmPath: String(farmPath),
        values: { 'Climate/Temperature': [31.5, Date.now()] },
      })
      .onConflictDoNothing()
    return { made, house, controller }
  }

  test('goes along with a repair that was begun from an alarm, with its house and its device', async () => {
    const { made, house, controller } = await begun()
    expect(made).toMatchObject({ house: { id: house.id }, device: { id: controller.id } })
    const { readings } = await owner.call(repairs.get, { params: { id: made.id } })
    expect(readings).toMatchObject([{ metric: 'Climate/Temperature', value: 31.5 }])
  })

  test('is shown to staff only while the customer shares its farm', async () => {
    const { made } = await begun()
    const read = async () => (await engineer.call(repairs.get, { params: { id: made.id } })).readings
    expect(await read()).toHaveLength(1)
    const consent = (until: Date) =>
      database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, farm.offices.sharing.id))
    await consent(new Date(Date.now() - 1_000))
    expect(await read()).toBeNull()
    await consent(new Date(Date.now() + 3_600_000))
  })
})

test('a repair that is sent again, because its answer got lost, stays one; of another person it is another', async () => {
  const sentId = '0f3c1b5e-7f3a-4a8e-9f3e-0123456789ab'
  const all = await Promise.all(Array.from({ length: 4 }, () => apply({ sentId })))
  const again = await apply({ sentId, title: 'Sent once more' })
  expect(new Set([...all, again].map(({ id }) => id)).size).toBe(1)
  expect(again.title).toBe(form.title)
  const colleague = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  const theirs = await colleague.call(repairs.create, { body: { ...form, sentId } })
  expect(theirs.id).not.toBe(again.id)
  const { entries } = await owner.call(repairs.get, { params: { id: again.id } })
  expect(entries).toHaveLength(1)
})

test('a note that a phone sends twice is one note, and its recordings are played by both sides', async () => {
  const base = await listening(farm)
  const { id } = await apply()
  const params = { id }
  const [sound, picture] = [
    await sendFile(base, owner, 'recording', recordingOf('audio/webm'), 'fan.webm'),
    await sendFile(base, owner),
  ]
  const body = { note: '', pictures: [picture.id], recordings: [sound.id], sentId: `note-${id}` }
  for (const _ of [1, 2]) await owner.call(repairs.note, { params, body })
  const { entries } = await engineer.call(repairs.get, { params })
  const notes = entries.filter(({ step }) => step === 'note')
  expect(notes).toMatchObject([{ text: null, pictures: [picture.id], papers: [sound.id] }])
  const [heard] = await engineer.call(files.shown, { query: { ids: sound.id } })
  expect(heard).toMatchObject({ type: 'audio/webm' })
  // The same key of somebody else is another note.
  await engineer.call(repairs.note, {
    params,
    body: { ...body, note: 'Heard', pictures: [], recordings: [] },
  })
  expect((await owner.call(repairs.get, { params })).entries.at(-1)).toMatchObject({ text: 'Heard' })
  // A picture is no recording, and nothing is no note.
  const other = await sendFile(base, owner)
  const wrong = await owner.ask(repairs.note, {
    params,
    body: { note: '', pictures: [], recordings: [other.id] },
  })
  expect(wrong.json().data).toMatchObject([{ field: 'recordings' }])
  const nothing = await owner.ask(repairs.note, { params, body: { note: ' ', pictures: [] } })
  expect(nothing.json().data).toMatchObject([
    { field: 'note', message: expect.stringContaining('Write something') },
  ])
})

test('an engineer sees the visits of the day in their order, each with the place of its customer', async () => {
  const place = { latitude: 36.7, longitude: 119.1 }
  const { id } = await buildCustomer(farm.services, farm.offices.provider, place)
  const [made] = await database().select().from(office).where(eq(office.id, id))
  const visit = (days: number, clock: string, more: object = {}) =>
    buildRepair(
      farm.services,
      { id, path: made?.path ?? '', farmPath: made?.path ?? null },
      {
        standing: 'accepted',
        visitAt: new Date(instantOf(`${dayIn(days)}T${clock}`, 'Asia/Shanghai')),
        visitHours: 2,
        ...more,
      },
    )
  const [late, early] = [await visit(0, '16:00'), await visit(0, '08:30')]
  const others = [
    await visit(1, '08:30'),
    await visit(0, '12:00', { standing: 'cancelled' }),
    await visit(0, '13:00', { standing: 'finished' }),
  ]
  // Those of other tests may be on the same day.
  const known = [late, early, ...others].map(each => each.id)
  const visits = (await engineer.call(repairs.visits)).filter(each => known.includes(each.id))
  expect(visits.map(each => each.id)).toEqual([early.id, late.id])
  expect(visits[0]).toMatchObject({ visitHours: 2, at: place })
  expect((await owner.ask(repairs.visits)).statusCode).toBe(403)
})
