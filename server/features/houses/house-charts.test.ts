import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import type { Grant } from '#shared/permissions.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { dateIn } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { deviceBirth, deviceState } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import {
  buildAlarm,
  buildDevice,
  buildFlock,
  buildHouse,
  buildRecord,
  buildSettingChange,
} from '../../testing/farm-builder.ts'
import { storeReports } from '../../testing/stored-reports.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR
const charts: Grant[] = ['device_chart:query', 'device_chart:export', 'house_alarm:query']
const CO = { name: 'Cellar/CO', datatype: DataType.Float, unit: 'mg/m³', low: 0, high: 500, decimals: 2 }

let farm: TestApp
let owner: Person
let staff: Person
let houseId: string
let deviceId: string
let gatewayId: string
beforeAll(async () => {
  farm = await testApp()
  const { services, offices } = farm
  owner = await farm.as({ office: offices.closed, kind: 2, grants: [...charts, 'chicken_home_manage:query'] })
  staff = await farm.as({
    office: offices.provider,
    kind: 1,
    grants: [...charts, 'chicken_home_manage:query'],
  })
  gatewayId = (await buildDevice(services, offices.closed)).id
  deviceId = (await buildDevice(services, offices.closed, { type: 'controller', gatewayId })).id
  houseId = (await buildHouse(services, offices.closed, { name: 'North', deviceIds: [deviceId] })).id
  await database()
    .insert(deviceState)
    .values({
      deviceId,
      officePath: offices.closed.path,
      farmPath: offices.closed.path,
      values: {},
      savedAt: new Date(),
      birth: [CO, { name: 'Maker/Text', datatype: DataType.String }],
    })
  // One a minute; the target is reported once, since it does not change.
  const metrics = ['Climate/Temp/Avg', 'Climate/Temp/Target', 'Old/Metric', 'Settings/Old']
  const reports = Array.from({ length: 6 }, (_, i) => ({
    at: START + i * MINUTE,
    values: [20 + i, i === 0 ? 21 : Number.NaN, 1, 1],
  }))
  await storeReports(services, deviceId, metrics, reports)
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const params = () => ({ id: houseId })
const consent = (change: Partial<typeof office.$inferInsert>) =>
  database().update(office).set(change).where(eq(office.id, farm.offices.closed.id))
const tomorrow = () => new Date(Date.now() + 86_400_000)

describe('what can be drawn of a house', () => {
  test('is what was announced and what was stored, with its unit, but no texts and no settings', async () => {
    const charted = await owner.call(houses.charted, { params: params() })
    expect(charted).toMatchObject({ name: 'North', timeZone: 'Asia/Shanghai', state: 'offline' })
    const byName = new Map(charted.metrics.map(({ name, ...facts }) => [name, facts]))
    expect(byName.get('Cellar/CO')).toEqual({ unit: 'mg/m³', low: 0, high: 500, decimals: 2 })
    expect(byName.get('Climate/Temp/Avg')).toMatchObject({ unit: '°C', decimals: 1 })
    expect(byName.get('Old/Metric')).toMatchObject({ unit: null })
    expect(byName.has('Maker/Text')).toBe(false)
    expect([...byName.keys()].filter(name => name.startsWith('Settings/'))).toEqual([])
  })

  test('is not for those to whom the customer does not show its farm', async () => {
    for (const endpoint of [houses.charted, houses.births])
      expect((await staff.ask(endpoint, { params: params() })).statusCode).toBe(403)
    const query = { metrics: 'Climate/Temp/Avg', from: START, to: START + HOUR }
    expect((await staff.ask(houses.chartFile, { params: params(), query })).statusCode).toBe(403)
    expect((await staff.ask(houses.alarmMarks, { params: params(), query })).statusCode).toBe(403)
  })
})

describe('the file of a chart', () => {
  const query = { metrics: 'Climate/Temp/Target', from: START, to: START + HOUR, points: 600 }

  test('holds what does not change, as the chart does', async () => {
    const { name, text } = await owner.call(houses.chartFile, { params: params(), query })
    expect(name).toMatch(/^North \d{4}-\d\d-\d\d.*\.csv$/)
    const rows = text.trim().split('\r\n')
    expect(rows[0]).toMatch(/^\ufeff?"Time \(Asia\/Shanghai\)","UTC","Target temperature \(°C\)"$/)
    expect(rows.slice(1).map(row => row.split(',')[2])).toEqual(Array(6).fill('21'))
    expect(rows[1]?.split(',')[1]).toBe(new Date(START).toISOString())
  })

  test('wants the right to export', async () => {
    const reader = await farm.as({ office: farm.offices.closed, kind: 2, grants: ['device_chart:query'] })
    expect((await reader.ask(houses.chartFile, { params: params(), query })).statusCode).toBe(403)
  })

  test('names the field that is wrong', async () => {
    const backwards = await owner.ask(houses.chartFile, { params: params(), query: { ...query, to: START } })
    expect(backwards.json().data).toEqual([{ field: 'to', message: 'The end must be after the start' }])
    const many = Array.from({ length: 25 }, (_, i) => `m${i}`).join()
    const answer = await owner.ask(houses.chartFile, { params: params(), query: { ...query, metrics: many } })
    expect(answer.json().data[0]).toMatchObject({ field: 'metrics' })
  })
})

test('marks are the alarms that stood in the time shown, of this house alone', async () => {
  const at = (minutes: number) => new Date(START + minutes * MINUTE)
  const { services, offices } = farm
  const of = { subjectId: deviceId, houseIds: [houseId] }
  const cleared = { condition: 'cleared' as const }
  const alarm = (more: object) => buildAlarm(services, offices.closed, { ...of, ...more })
  const through = await alarm({ ...cleared, code: 'HighCO2', raisedAt: at(-30), clearedAt: at(5) })
  const within = await alarm({ ...cleared, code: 'LowTemp', raisedAt: at(10), clearedAt: at(11) })
  const standing = await alarm({ raisedAt: at(-60), level: 'warning' })
  await alarm({ ...cleared, code: 'HighHum', raisedAt: at(-30), clearedAt: at(-20) })
  await alarm({ ...cleared, code: 'HighNH3', raisedAt: at(-30), clearedAt: null })
  await alarm({ ...cleared, code: 'WaterNone', raisedAt: at(70), clearedAt: at(80) })
  await buildAlarm(services, offices.closed, {
    ...of,
    houseIds: ['another'],
    code: 'PowerFail',
    raisedAt: at(1),
  })
  const query = { from: START, to: START + HOUR }
  const { total, items } = await owner.call(houses.alarmMarks, { params: params(), query })
  expect(items.map(({ id }) => id)).toEqual([within.id, through.id, standing.id])
  expect(total).toBe(3)
  expect(items[2]).toMatchObject({ code: 'HighTemp', level: 'warning', condition: 'active', clearedAt: null })
})

test('deeds are settings that were changed and what records say of those days, each for who may see it', async () => {
  const { services, offices } = farm
  const day = (offset: number) => dateIn('Asia/Shanghai', START + offset * 86_400_000)
  const change = { houseId, deviceId, actorName: 'Wang' }
  const made = await buildSettingChange(services, offices.closed, {
    ...change,
    overAt: new Date(START + MINUTE),
  })
  await buildSettingChange(services, offices.closed, { ...change, overAt: new Date(START - HOUR) })
  // Neither one that was never sent, nor one that nobody waited for.
  for (const state of ['failed', 'expired', 'conflict', 'waiting'] as const)
    await buildSettingChange(services, offices.closed, {
      ...change,
      state,
      failure: state === 'failed' ? 'notAllowed' : null,
      after: null,
      overAt: state === 'waiting' ? null : new Date(START + 2 * MINUTE),
    })
  const { id: flockId } = await buildFlock(services, offices.closed, { houseId, endedOn: '2099-01-01' })
  const treatments = [{ kind: 'medicine' as const, name: 'Tylosin', withdrawalDays: 5 }]
  const tell = (offset: number, facts: object) =>
    buildRecord(services, offices.closed, { flockId, day: day(offset), ...facts })
  await tell(0, { note: 'Belt stood still', treatments })
  await tell(-2, { note: 'Long before' })
  const query = { from: START, to: START + HOUR }
  const seen = async (grants: Grant[]) => {
    const person = await farm.as({
      office: offices.closed,
      kind: 2,
      grants: ['device_chart:query', ...grants],
    })
    const deeds = await person.call(houses.deeds, { params: params(), query })
    return deeds.map(({ kind, says }) => [kind, says])
  }
  const records = [
    ['medicine', 'Tylosin'],
    ['note', 'Belt stood still'],
  ]
  expect(await seen([])).toEqual([])
  expect(await seen(['chicken_batch:query'])).toEqual(records)
  expect(await seen(['chicken_batch:query', 'device_setting:query'])).toEqual([
    ['setting', made.group],
    ...records,
  ])
  expect((await staff.ask(houses.deeds, { params: params(), query })).statusCode).toBe(403)
})

describe('a birth as it was received', () => {
  beforeAll(async () => {
    const { path } = farm.offices.closed
    const birth = (id: string, kind: 'NBIRTH' | 'DBIRTH', payload: Uint8Array | null, minutes: number) => ({
      deviceId: id,
      kind,
      officePath: path,
      farmPath: path,
      topic: `spBv1.0/farm/${kind}/gw`,
      size: payload?.length ?? 300_000,
      payload: payload && Buffer.from(payload),
      receivedAt: new Date(START + minutes * MINUTE),
    })
    const device = encodePayload({
      timestamp: START,
      seq: 1,
      metrics: [
        {
          name: 'Cellar/CO',
          alias: 7,
          datatype: DataType.Float,
          value: 12.5,
          timestamp: START,
          properties: { engUnit: { type: DataType.String, value: 'mg/m³' } },
        },
        { name: 'Maker/Blob', datatype: DataType.Bytes, value: Uint8Array.of(1, 2, 3) },
        { name: 'Settings/Version', datatype: DataType.Int64, value: 4n },
        { name: 'Maker/Serial', datatype: DataType.UInt64, value: 2n ** 60n },
        { name: 'Dead/Probe', datatype: DataType.Float, value: null, isNull: true },
      ],
    })
    await database()
      .insert(deviceBirth)
      .values([birth(deviceId, 'DBIRTH', device, 1), birth(gatewayId, 'NBIRTH', null, 0)])
  })

  test('shows every metric with alias, type, value, properties and time, and its gateway’s beside it', async () => {
    const [device, gateway, ...more] = await owner.call(houses.births, { params: params() })
    expect(more).toEqual([])
    expect(gateway).toMatchObject({ deviceId: gatewayId, kind: 'NBIRTH', size: 300_000, metrics: null })
    expect(device).toMatchObject({ deviceId, kind: 'DBIRTH', sentAt: START, seq: 1, hidden: 0 })
    expect(device?.metrics).toEqual([
      {
        name: 'Cellar/CO',
        alias: 7,
        datatype: 'Float',
        value: 12.5,
        at: START,
        properties: [{ name: 'engUnit', value: 'mg/m³' }],
      },
      ...[
        { name: 'Maker/Blob', datatype: 'Bytes', value: '3 B' },
        { name: 'Settings/Version', datatype: 'Int64', value: 4 },
        { name: 'Maker/Serial', datatype: 'UInt64', value: '1152921504606846976' },
        { name: 'Dead/Probe', datatype: 'Float', value: null },
      ].map(metric => ({ ...metric, alias: null, properties: [], at: null })),
    ])
  })

  test('is asked for by device, and of another house’s device nothing is told', async () => {
    const of = async (id: string) => owner.call(houses.births, { params: params(), query: { deviceId: id } })
    expect(await of(deviceId)).toHaveLength(2)
    expect(await of('another')).toEqual([])
  })

  test('keeps settings from who may not control the house, and says how many', async () => {
    await consent({ farmAccessUntil: tomorrow() })
    const [seen] = await staff.call(houses.births, { params: params() })
    expect(seen?.hidden).toBe(1)
    expect(JSON.stringify(seen)).not.toContain('Settings/')
    await consent({ remoteControlUntil: tomorrow() })
    expect((await staff.call(houses.births, { params: params() }))[0]?.hidden).toBe(0)
    await consent({ farmAccessUntil: null, remoteControlUntil: null })
  })
})
