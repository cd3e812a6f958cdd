import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ReportScheduleForm, reportSchedules } from '#shared/contracts/report-schedules.ts'
import type { Grant } from '#shared/permissions.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, accountRole } from '../../platform/database/tables/offices.ts'
import { reportSchedule } from '../../platform/database/tables/report-schedules.ts'
import { startMail } from '../../platform/mail/mail.ts'
import { type MailServer, startMailServer } from '../../platform/mail/testing/mail-server.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { workingApp } from '../../testing/working-app.ts'
import { beginDue } from './begin-due.ts'

let farm: TestApp
let server: MailServer
let mails: { stop(): Promise<void> }
const database = () => farm.services.store.scoped(SYSTEM)

beforeAll(async () => {
  farm = await workingApp()
  server = await startMailServer()
  const { config, store, log } = farm.services
  mails = startMail({
    config: { ...config, smtpUrl: server.url, publicUrl: 'https://farm.example' },
    store,
    log,
  })
  await buildHouse(farm.services, farm.offices.direct, { name: 'North' })
  await buildHouse(farm.services, farm.offices.closed, { name: 'Theirs' })
})
afterAll(async () => {
  await mails.stop()
  await server.stop()
  await farm.close()
})
afterEach(async () => {
  await database().delete(reportSchedule)
  await database().delete(mail)
  server.mails.length = 0
})

async function farmer(grants: Grant[] = everyGrant(2), more: object = {}): Promise<Person> {
  const person = await farm.as({ office: farm.offices.direct, kind: 2, grants, ...more })
  const email = `${person.accountId}@farm.example`
  await database().update(account).set({ email, emailKey: email }).where(eq(account.id, person.accountId))
  return person
}
const daily: ReportScheduleForm = {
  report: 'daily',
  rhythm: 'day',
  weekday: null,
  clock: '06:30',
  officeId: null,
}
const order = (person: Person, form: Partial<ReportScheduleForm> = {}) =>
  person.call(reportSchedules.create, { body: { ...daily, ...form } })

/** The moment a schedule is next due, and its day in UTC+8, the zone of the offices. */
function nextOf({ nextAt }: { nextAt: string | null }) {
  const at = new Date(nextAt ?? Number.NaN)
  return { at, day: new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10) }
}
/** The only mail sent: recipient, text, and the pages of its attachment. */
async function mailed() {
  await eventually(() => server.mails.length).toBe(1)
  const [got] = server.mails
  const read = await PostalMime.parse(got?.raw ?? '')
  const [attached] = read.attachments
  const document = await getDocumentProxy(new Uint8Array(attached?.content as ArrayBuffer))
  return { to: got?.to, read, name: attached?.filename, pages: (await extractText(document)).text }
}

test('the daily report of yesterday comes as PDF, once, to the address of whoever ordered it', async () => {
  const owner = await farmer()
  const ordered = await order(owner)
  const { at, day } = nextOf(ordered)
  expect(await beginDue(farm.services, new Date(at.getTime() - 1_000))).toBe(0)
  const tries = [beginDue(farm.services, at), beginDue(farm.services, at)]
  expect((await Promise.all(tries)).toSorted()).toEqual([0, 1])
  const { to, read, name, pages } = await mailed()
  expect(to).toEqual([`${owner.accountId}@farm.example`])
  expect(read.subject).toBe(`Daily farm report North ${daysAfter(day, -1)}`)
  expect(read.text).toContain('/personal?section=reports')
  expect(name).toBe(`Daily farm report North ${daysAfter(day, -1)}.pdf`)
  expect(pages.join()).toContain('North')
  expect(pages.join()).not.toContain('Theirs')
  const [shown] = await owner.call(reportSchedules.list)
  expect(shown).toMatchObject({ problem: null, lastAt: expect.any(String) })
  expect(nextOf({ nextAt: shown?.nextAt ?? null }).day).toBe(daysAfter(day, 1))
  // The time is moved to later on the same day: that day already had its report.
  await owner.call(reportSchedules.update, { params: { id: ordered.id }, body: { ...daily, clock: '06:45' } })
  expect(await beginDue(farm.services, new Date(at.getTime() + 900_000))).toBe(0)
})

test('what was missed while nothing ran is one report, of the last day it was due', async () => {
  const { at, day } = nextOf(await order(await farmer(everyGrant(2), { language: 'zh-CN' })))
  expect(await beginDue(farm.services, new Date(at.getTime() + 3 * 86_400_000 + 60_000))).toBe(1)
  const { read, pages } = await mailed()
  expect(read.subject).toBe(`养殖场日报 North ${daysAfter(day, 2)}`)
  expect(pages.join()).toContain('养殖场日报')
})

test('the alarm log of a week is of the seven days before', async () => {
  const owner = await farmer()
  const { at, day } = nextOf(await order(owner, { report: 'alarmLog', rhythm: 'week', weekday: 'monday' }))
  expect(new Date(day).getUTCDay()).toBe(1)
  expect(await beginDue(farm.services, at)).toBe(1)
  const { read } = await mailed()
  expect(read.subject).toBe(`Alarm log North ${daysAfter(day, -7)} ${daysAfter(day, -1)}`)
})

test('a flock is told once when it is closed, and anew when it was opened and closed again', async () => {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices.direct, { name: 'Broilers' })
  const { id } = await buildFlock(services, offices.direct, { houseId })
  const closed = await buildHouse(services, offices.closed, { name: 'Not ours' })
  const theirs = await buildFlock(services, offices.closed, { houseId: closed.id })
  const owner = await farmer()
  const { nextAt } = await order(owner, { report: 'flock', rhythm: 'flockEnd' })
  expect(nextAt).toBeNull()
  const close = (flockId: string, endedOn: string | null) =>
    database().update(flock).set({ endedOn }).where(eq(flock.id, flockId))
  expect(await beginDue(services)).toBe(0)
  await close(theirs.id, '2026-03-01')
  // It ended before the report was ordered, and was closed after.
  await close(id, '2026-03-01')
  expect(await beginDue(services)).toBe(1)
  expect(await beginDue(services)).toBe(0)
  const { read, pages } = await mailed()
  expect(read.subject).toMatch(/^Flock report .* Broilers$/)
  expect(pages.join()).toContain('Broilers')
  await close(id, null)
  await close(id, '2026-03-02')
  expect(await beginDue(services)).toBe(1)
  await eventually(() => server.mails.length).toBe(2)
})

test('every week the flocks in the houses, and none where there is none', async () => {
  const { services, offices } = farm
  const { id: houseId } = await buildHouse(services, offices.direct, { name: 'Layers' })
  const owner = await farmer()
  const form = { report: 'flock', rhythm: 'week', weekday: 'friday' } as const
  const empty = await order(owner, form)
  const { at } = nextOf(empty)
  expect(await beginDue(services, at)).toBe(0)
  const [shown] = await owner.call(reportSchedules.list)
  expect(shown?.problem).toBe('There were no flocks in the houses')
  await buildFlock(services, offices.direct, { houseId, placedOn: '2026-10-01' })
  expect(await beginDue(services, new Date(at.getTime() + 7 * 86_400_000))).toBe(1)
  expect((await mailed()).pages.join()).toContain('Layers')
})

test('who has lost the right, or has no address, gets nothing and is told why', async () => {
  const [weaker, silent] = [await farmer(), await farmer()]
  const due = [await order(weaker), await order(silent)].map(each => nextOf(each).at.getTime())
  await database().delete(accountRole).where(eq(accountRole.accountId, weaker.accountId))
  await database()
    .update(account)
    .set({ email: null, emailKey: null })
    .where(eq(account.id, silent.accountId))
  expect(await beginDue(farm.services, new Date(Math.max(...due)))).toBe(0)
  const problemOf = async (person: Person) => (await person.call(reportSchedules.list))[0]?.problem
  expect(await problemOf(silent)).toMatch(/^Your account has no e-mail address/)
  expect(await problemOf(weaker)).toBe('You do not have permission to do this')
})

test('what cannot be is refused at its field', async () => {
  const owner = await farmer()
  const fieldsOf = async (person: Person, form: Partial<ReportScheduleForm>) => {
    const answer = await person.ask(reportSchedules.create, { body: { ...daily, ...form } })
    return (answer.json().data as { field: string }[]).map(({ field }) => field)
  }
  expect(await fieldsOf(owner, { rhythm: 'week' })).toEqual(['rhythm', 'weekday'])
  expect(await fieldsOf(owner, { clock: '25:00' })).toEqual(['clock'])
  expect(await fieldsOf(owner, { officeId: farm.offices.closed.id })).toEqual(['officeId'])
  expect(await fieldsOf(await farmer(['house_alarm:export']), {})).toEqual(['report'])
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  expect(await fieldsOf(staff, {})).toEqual(['officeId'])
})

test('nobody sees or changes another’s', async () => {
  const [owner, other] = [await farmer(), await farmer()]
  const { id } = await order(owner)
  expect(await other.call(reportSchedules.list)).toEqual([])
  expect((await other.ask(reportSchedules.remove, { params: { id } })).statusCode).toBe(404)
  expect((await other.ask(reportSchedules.update, { params: { id }, body: daily })).statusCode).toBe(404)
})

test('a change from a page that is older than another one is a conflict', async () => {
  const owner = await farmer()
  const { id, version } = await order(owner)
  const change = (clock: string) =>
    owner.ask(reportSchedules.update, { params: { id }, body: { ...daily, clock, version } })
  expect((await change('07:00')).statusCode).toBe(200)
  const second = await change('08:00')
  expect(second.statusCode).toBe(409)
  expect(second.json().data.current).toMatchObject({ clock: '07:00' })
})
