import { eq } from 'drizzle-orm'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reports } from '#shared/contracts/reports.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { storeReports } from '../../testing/stored-reports.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { zoneAtNoon } from '../../testing/zone-at-noon.ts'

/** A day that is over everywhere; noon of it in the zone of the houses, UTC+8. */
const DAY = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
const NOON = Date.parse(`${DAY}T04:00:00Z`)

let farm: TestApp
beforeAll(async () => {
  farm = await workingApp()
  const { services, offices } = farm
  for (const [office, name] of [
    [offices.direct, 'North'],
    [offices.direct, '北舍'],
    [offices.closed, 'Theirs'],
  ] as const) {
    const device = await buildDevice(services, office, { type: 'controller' })
    const house = await buildHouse(services, office, {
      name,
      deviceIds: [device.id],
      flockStartedOn: '2026-09-01',
      flockCount: 12_000,
    })
    await storeReports(services, device.id, ['Climate/Temp/Avg'], [{ at: NOON, values: [25] }])
    await buildAlarm(services, office, {
      subjectId: device.id,
      houseIds: [house.id],
      code: 'HighTemp',
      value: 35,
      limit: 30,
      condition: 'cleared',
      raisedAt: new Date(NOON),
      clearedAt: new Date(NOON + 300_000),
    })
    await buildAlarm(services, office, {
      subjectId: device.id,
      houseIds: [house.id],
      code: 'InletStuck',
      raisedAt: new Date(NOON - 60_000),
      latchedAt: new Date(NOON + 60_000),
    })
  }
})
afterAll(() => farm.close())

/** The text of each page of a requested report, as read by another program. */
async function pagesOf(person: Person, body: object = { day: DAY }): Promise<string[]> {
  return read(person, await person.call(reports.daily, { body: body as { day: string } }))
}
async function read(person: Person, { id }: { id: string }): Promise<string[]> {
  const done = await jobIn(person, id, 'done')
  expect(done.file?.name).toMatch(/\.pdf$/)
  const answer = await farm.app.inject({ method: 'GET', url: done.file?.url ?? '' })
  expect(answer.headers['content-type']).toBe('application/pdf')
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  return (await extractText(document)).text
}
const farmer = (grants: Grant[], more: object = {}) =>
  farm.as({ office: farm.offices.direct, kind: 2, grants, ...more })

test('a page a house, of one’s own farm alone, in English and metric units', async () => {
  const pages = await pagesOf(await farmer(everyGrant(2)))
  expect(pages).toHaveLength(2)
  const [north = '', south = ''] = pages
  for (const part of [
    'North',
    'Daily farm report',
    'Daily loss, %',
    '12,000',
    'High temperature',
    '35.0 °C (30.0)',
    '5 min',
  ])
    expect(north.replaceAll('\u00a0', ' ')).toContain(part)
  expect(north).toContain('Page 1 of 2')
  expect(south).toContain('北舍')
  expect(pages.join()).not.toContain('Theirs')
})

test('a Chinese reader of imperial units has both', async () => {
  const [page = ''] = await pagesOf(await farmer(everyGrant(2), { language: 'zh-CN', units: 'imperial' }))
  for (const part of [
    '养殖场日报',
    '存栏',
    '当日死淘率 %',
    '温度 (°F)',
    '95.0 °F (86.0)',
    '环控器保持中',
    '第 1 页，共 2 页',
  ])
    expect(page.replaceAll('\u00a0', ' ')).toContain(part)
})

test('a day says whether it is over, what was not recorded, and what may not be sold', async () => {
  const { services, offices } = farm
  const [timeZone, office] = [zoneAtNoon(), offices.sharing]
  const today = dateIn(timeZone, new Date())
  const [yesterday, begun] = [daysAfter(today, -1), daysAfter(today, -40)]
  const given = (name: string, more: object) => ({
    kind: 'medicine' as const,
    name,
    dose: '',
    route: 'water',
    batch: '',
    withdrawalDays: 0,
    ...more,
  })
  const keep = async (name: string, type: 'layer' | 'broiler', days: readonly object[]) => {
    const house = await buildHouse(services, office, { name, timeZone, type })
    const more = {
      breed: type === 'layer' ? 'hyline-brown' : 'ross308',
      placedOn: begun,
      placedCount: 10_000,
    }
    const hatchedOn = type === 'layer' ? daysAfter(today, -240) : null
    const { id } = await buildFlock(services, office, { houseId: house.id, type, hatchedOn, ...more })
    for (const facts of days) await buildRecord(services, office, { flockId: id, day: begun, ...facts })
    return { houseId: house.id }
  }
  const owner = await farm.as({ office, kind: 2, grants: everyGrant(2) })
  const pageOf = async ({ houseId }: { houseId: string }, day: string) => {
    const [page = ''] = await pagesOf(owner, { day, houseId })
    return page.replaceAll('\u00a0', ' ')
  }
  const whole = { dead: 5, eggsSound: 9_000, feed: 1_100, water: 2_000 }
  const every = Array.from({ length: 39 }, (_, i) => ({ ...whole, day: daysAfter(begun, i) }))

  const treated = given('Enrofloxacin', { withdrawalDays: 0, eggWithdrawalDays: 9 })
  const laying = await keep('Laying', 'layer', [
    ...every,
    { ...whole, day: yesterday, treatments: [treated] },
    { eggsSound: 2_000, feed: 300, water: 500, day: today },
  ])
  const over = await pageOf(laying, yesterday)
  expect(over).toContain('Withdrawal period, eggs: until')
  expect(over).toContain('Enrofloxacin')
  expect(over).not.toContain('Withdrawal period, meat')
  expect(over).not.toContain('so far')
  const now = await pageOf(laying, today)
  expect(now).toContain('so far')
  expect(now).toContain('Withdrawal period, eggs: until')
  // Nobody has said how many died today.
  expect(now).toMatch(/Dead and culled\s+–/)
  expect(over).toMatch(/Dead and culled\s+5/)

  // No record for three weeks: nobody knows how many are left.
  const silent = await keep('Silent flock', 'broiler', [
    ...every.slice(0, 19).map(({ eggsSound: _, ...day }) => day),
    {
      dead: 5,
      feed: 900,
      water: 1_800,
      day: daysAfter(begun, 19),
      treatments: [given('Tiamulin', { withdrawalDays: 50, eggWithdrawalDays: 60 })],
    },
  ])
  const unknown = await pageOf(silent, yesterday)
  expect(unknown).toContain('100, days missing')
  expect(unknown).not.toContain('since start')
  expect(unknown).toContain('Withdrawal period, meat: until')
  expect(unknown).not.toContain('Withdrawal period, eggs')
})

test('flock, alarms and settings are not on the page of who may not see them', async () => {
  const [page = ''] = await pagesOf(await farmer(['device_chart:query', 'device_chart:export']))
  expect(page).toContain('North')
  for (const part of ['12,000', 'High temperature', 'Setting changes']) expect(page).not.toContain(part)
})

test('a day that has not come, and a place without houses in sight, are refused at their field', async () => {
  const owner = await farmer(everyGrant(2))
  const fieldOf = async (body: object) =>
    (await owner.ask(reports.daily, { body: body as { day: string } })).json().data[0].field
  expect(await fieldOf({ day: '2999-01-01' })).toBe('day')
  expect(await fieldOf({ day: DAY, officeId: farm.offices.closed.id })).toBe('officeId')
})

test('a day that was measured in part says for how long and until when, a silent one that nothing came', async () => {
  const { services, offices } = farm
  const midnight = Date.parse(`${DAY}T00:00:00+08:00`)
  const quarters = Array.from({ length: 24 }, (_, i) => ({ at: midnight + i * 900_000, values: [21] }))
  for (const [name, reports] of [
    ['Cut off', quarters],
    ['Silent', []],
  ] as const) {
    const device = await buildDevice(services, offices.sharing, { type: 'controller' })
    await buildHouse(services, offices.sharing, { name, deviceIds: [device.id] })
    if (reports.length > 0) await storeReports(services, device.id, ['Climate/Temp/Avg'], reports)
  }
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ from: new Date(midnight) })
    .where(eq(houseDevice.officePath, offices.sharing.path))
  const owner = await farm.as({ office: offices.sharing, kind: 2, grants: everyGrant(2) })
  const [cut = '', silent = ''] = await pagesOf(owner)
  const said =
    'Not measured for the full 24 h: Temperature 6.0 h, last at 06:00; Humidity never; Outside never'
  expect(cut.replaceAll('\n', ' ')).toContain(said)
  expect(silent).toContain('No data from the controller on this day.')
})

/** The flock of one of an office's houses, with a week of records. */
async function recorded(office: TestApp['offices']['direct'], name: string): Promise<string> {
  const { services } = farm
  const { id: houseId } = await buildHouse(services, office, { name })
  const { id: flockId } = await buildFlock(services, office, { houseId, breed: 'hyline-brown' })
  for (let day = 1; day <= 7; day++)
    await buildRecord(services, office, {
      flockId,
      day: `2026-10-0${day}`,
      dead: day,
      eggsSound: 9_000,
      ...(day === 3 && { note: 'Belt stood still', lossCauses: { pecking: 2 } }),
      ...(day === 6 && { lossCauses: { pecking: 3, heat: 2 } }),
    })
  return flockId
}

test('a flock is reported from its placement on, its weeks beside the standard', async () => {
  const flockId = await recorded(farm.offices.direct, 'Laying')
  const owner = await farmer(everyGrant(2))
  const pages = await read(owner, await owner.call(reports.flock, { body: { flockId } }))
  const [first = '', ...rest] = pages
  for (const part of ['Laying', 'Flock report', 'Laying rate', '9,972', 'Hy-Line', 'Eggs per hen housed'])
    expect(first).toContain(part)
  expect(rest.join(' ')).toContain('Belt stood still')
  expect(rest.join(' ')).toMatch(/By week, with the standard below/)
  // Of the 28 lost in seven days.
  const causes = ['Causes of losses', 'Pecking 5 17.9', 'Heat 2 7.1', 'Without a cause 21 75.0']
  for (const part of causes) expect(rest.join(' ').replace(/\s+/g, ' ')).toContain(part)
  const theirs = await recorded(farm.offices.closed, 'Not ours')
  expect((await owner.ask(reports.flock, { body: { flockId: theirs } })).json().data[0].field).toBe('flockId')
})

test('a log of alarms has a page for each house that had any, and names the others', async () => {
  const owner = await farmer(everyGrant(2))
  const log = { firstDay: DAY, lastDay: DAY }
  const pages = await read(owner, await owner.call(reports.alarmLog, { body: log }))
  const [first = ''] = pages
  for (const part of ['Alarm log', 'High temperature', '35.0 °C (30.0)', '5 min', 'nobody', 'held at panel'])
    expect(first.replaceAll('\u00a0', ' ')).toContain(part)
  expect(pages.at(-1)).toContain('Houses without alarms')
  expect(pages.at(-1)).toContain('Laying')
  expect(pages.join()).not.toContain('Theirs')
  const faultOf = async (body: typeof log) =>
    (await owner.ask(reports.alarmLog, { body })).json().data as { field: string; message: string }[]
  expect(await faultOf({ firstDay: '2026-10-02', lastDay: '2026-10-01' })).toEqual([
    { field: 'lastDay', message: 'Cannot be before the first day' },
  ])
  expect(await faultOf({ firstDay: '2026-01-01', lastDay: '2026-10-01' })).toEqual([
    { field: 'lastDay', message: 'At most 92 days' },
  ])
})
