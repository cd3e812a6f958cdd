import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import { proposedEquipment } from '#shared/house-equipment.ts'
import { isAsked, sayStake } from '#shared/setting-question.ts'
import { type SettingDocument, type SettingGroupKey, sayProblem } from '#shared/signals.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { openChanges } from '../../farm/settings/open-changes.ts'
import { toldSettings } from '../../farm/settings/told-settings.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house as houseTable } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { session } from '../../platform/database/tables/offices.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildRecord } from '../../testing/farm-builder.ts'
import { measuredHouse, size, told } from './measured-house.fixture.ts'
import { harmsOfWaiting } from './question.ts'

const MODE = 'Settings/Flock/HouseMode'
const LIMIT = 'Settings/Temp/AbsHighAlarm'
const AGED = { ...told, 'Settings/Flock/DayAge': 210 }
const reader = { language: 'en-US', units: 'metric' } as const
const grants = ['device_setting:get', 'device_setting:edit', 'chicken_home_manage:query'] as const
let farm: TestApp
let owner: Person
let house: { id: string }
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())
beforeEach(async () => {
  house = await measuredHouse(farm.services, farm.offices.direct, { settings: AGED })
})

const bodyOf = (group: SettingGroupKey, wanted: SettingDocument, before: SettingDocument = AGED) => ({
  group,
  wanted,
  before: Object.fromEntries(Object.keys(wanted).map(name => [name, before[name] ?? null])),
})
const send = (who: Pick<Person, 'ask'>, group: SettingGroupKey, wanted: SettingDocument, more: object = {}) =>
  who.ask(settings.send, { params: { id: house.id }, body: { ...bodyOf(group, wanted), ...more } })
const ask = (group: SettingGroupKey, wanted: SettingDocument, at = house) =>
  owner.call(settings.question, { params: at, body: { group, wanted } })
const stored = () =>
  farm.services.store.scoped(SYSTEM).$count(settingChange, eq(settingChange.houseId, house.id))

test('the question names the birds and says how fast they suffocate', async () => {
  const question = await ask('flock', { [MODE]: 0 })
  expect(question.risks).toMatchObject([
    { field: MODE, message: 'risk.modeStops', values: { alive: 20_000 } },
  ])
  expect(question.safer).toEqual({ [MODE]: 2 })
  const said = sayStake(question, reader) ?? ''
  expect(said).toMatch(
    /^20,000 hens: CO₂ passes 5,000\sppm in \d+ min, .*hotter than 35\s°C in \d+ min.*12\s°C outside as now/,
  )
  expect(sayStake(question, { ...reader, language: 'zh-CN' })).toMatch(
    /^舍内 20,000 只蛋鸡：\d+ 分钟后二氧化碳超过/,
  )
})

test('catching while medicine binds the meat is asked about in the words of a sale', async () => {
  const asked = async () => (await ask('flock', { [MODE]: 3 })).risks.map(risk => sayProblem(risk, reader))
  expect((await asked()).join()).not.toMatch(/Withdrawal/)
  const store = farm.services.store.scoped(SYSTEM)
  const [held] = await store.select().from(flock).where(eq(flock.houseId, house.id))
  const day = daysAfter(dateIn('UTC', Date.now()), -2)
  await buildRecord(farm.services, farm.offices.direct, {
    flockId: held?.id ?? '',
    day,
    treatments: [
      { kind: 'medicine', name: 'Enrofloxacin', dose: '', route: '', withdrawalDays: 14 },
    ] as never,
  })
  const says = `Withdrawal period until ${daysAfter(day, 14)}. No birds may be caught or sold before then`
  expect((await asked())[0]).toBe(says)
  // It is no standing barrier: whoever is sure confirms it, as every dangerous change.
  const answer = await send(owner, 'flock', { [MODE]: 3 })
  expect(answer.statusCode).toBe(400)
  const said = (answer.json().data as { message: string }[]).map(({ message }) => message)
  expect(said).toContain(says)
  // Other modes let no bird leave.
  expect((await ask('flock', { [MODE]: 1 })).risks.map(({ message }) => message)).not.toContain(
    'risk.withheld',
  )
})

test('an ordinary change is not asked about, and goes without a proof', async () => {
  const question = await ask('targetTemperature', { 'Settings/Temp/TargetOffset': 0.5 })
  expect(isAsked(question)).toBe(false)
  expect(question.model?.harms).toEqual([])
  expect((await send(owner, 'targetTemperature', { 'Settings/Temp/TargetOffset': 0.5 })).statusCode).toBe(200)
})

test('the question knows what the birds stand on, and heaters that burn their gas in the house', async () => {
  const wanted = { 'Settings/Temp/TargetOffset': 0.5 }
  expect((await ask('targetTemperature', wanted)).model).toMatchObject({ litter: null, isUnflued: false })
  const store = farm.services.store.scoped(SYSTEM)
  await store.update(flock).set({ litter: 'reused' }).where(eq(flock.houseId, house.id))
  const equipment = { ...proposedEquipment('layer', size), heaters: 'propane' as const }
  await store.update(houseTable).set({ equipment }).where(eq(houseTable.id, house.id))
  const question = await ask('targetTemperature', wanted)
  expect(question.model).toMatchObject({ litter: 'reused', isUnflued: true })
  expect(sayStake(question, reader)).toMatch(/litter used before, heaters without a flue/)
})

test('the safe way is the end of the range', async () => {
  const { safer } = await ask('targetTemperature', { [LIMIT]: 45 })
  expect(safer).toEqual({ [LIMIT]: 35 })
})

test('rules look across groups: pads are locked by fog of another group', async () => {
  const { risks } = await ask('cooling', { 'Settings/Cool/Pad/MaxHum': 60, 'Settings/Cool/Pad/HumBand': 5 })
  expect(risks).toEqual([])
  const damp = { ...AGED, 'Settings/Humid/Off': 65 }
  const other = await measuredHouse(farm.services, farm.offices.direct, { settings: damp })
  const asked = await ask('cooling', { 'Settings/Cool/Pad/MaxHum': 60 }, other)
  expect(asked.risks).toMatchObject([{ message: 'risk.fogAgainstPads' }])
})

test('without readings of the air only the model is silent', async () => {
  const blind = await measuredHouse(farm.services, farm.offices.direct, {
    settings: AGED,
    without: ['Climate/Temp/Outdoor'],
  })
  const question = await ask('flock', { [MODE]: 0 }, blind)
  expect(question.model).toBeNull()
  expect(question.risks).toHaveLength(1)
  expect(sayStake(question, reader)).toContain('20,000 hens: how fast cannot be computed')
})

describe('whichever way it comes', () => {
  test('a dangerous change is refused in words until it is confirmed', async () => {
    const answer = await send(owner, 'flock', { [MODE]: 0 })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe(40003)
    const said = (answer.json().data as { field: string; message: string }[]).map(({ message }) => message)
    expect(said[0]).toMatch(/^20,000 hens: CO₂ passes/)
    expect(said[1]).toContain('“Empty” stops every fan')
    expect(await stored()).toBe(0)
  })

  test.each([
    ['offset', 'targetTemperature', { 'Settings/Temp/TargetOffset': 5 }],
    ['night setback', 'targetTemperature', { 'Settings/Temp/NightSetback': -5 }],
    [
      'curve',
      'targetTemperature',
      { 'Settings/Temp/Curve/P06/Target': 14, 'Settings/Temp/Curve/P06/Heat': 14 },
    ],
    ['levels', 'levels', { 'Settings/Vent/LevelCount': 1 }],
    ['alarm', 'alarmLimits', { 'Settings/Alarm/Delay': 600 }],
    ['correction', 'sensors', { 'Settings/Sensor/NH31/Correction': -10 }],
    ['relay', 'relays', { 'Settings/Relay/R01/Inverted': true }],
  ] as const)('by its %s', async (_, group, wanted) => {
    expect((await send(owner, group, wanted)).statusCode).toBe(400)
    expect(await stored()).toBe(0)
  })

  test('it goes once somebody confirmed it who has just proved who they are', async () => {
    const unproven = await farm.as({ office: farm.offices.direct, kind: 2, grants })
    await farm.services.store
      .scoped(SYSTEM)
      .update(session)
      .set({ provedAt: new Date(0) })
      .where(eq(session.tokenHash, hashToken(unproven.token)))
    const asked = await send(unproven, 'flock', { [MODE]: 0 }, { isConfirmed: true })
    expect(asked.statusCode).toBe(401)
    expect(asked.json().data).toEqual({ proof: true })
    expect(await stored()).toBe(0)
    expect((await send(owner, 'flock', { [MODE]: 0 }, { isConfirmed: true })).statusCode).toBe(200)
  })

  test('a program is refused in words, confirmed or not', async () => {
    const program = await farm.programOf(owner, grants)
    expect((await send(program, 'flock', { [MODE]: 0 })).statusCode).toBe(400)
    const answer = await send(program, 'flock', { [MODE]: 0 }, { isConfirmed: true })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toContain('by a signed-in person')
    expect(await stored()).toBe(0)
  })

  test('what only the model sees is asked about too', async () => {
    // Each level still moves some air; together with the timer's long pause none of it is enough.
    const wanted = Object.fromEntries(
      Array.from({ length: 18 }, (_, i) => `Settings/Vent/L${String(i + 1).padStart(2, '0')}/`).flatMap(
        at => [
          ...Array.from({ length: 12 }, (_, g) => [
            `${at}FanGroupMode/G${String(g + 1).padStart(2, '0')}`,
            g === 0 ? 2 : 0,
          ]),
          [`${at}CycleOn`, 30],
          [`${at}CycleOff`, 270],
        ],
      ),
    )
    const question = await ask('levels', wanted)
    expect(question.model?.harms.map(({ kind }) => kind)).toContain('co2')
    expect((await send(owner, 'levels', wanted)).statusCode).toBe(400)
  })
})

test('what stands outside is shown until it is back, on the settings and on the monitor', async () => {
  const outside = async (settingsOf: SettingDocument) => {
    const made = await measuredHouse(farm.services, farm.offices.direct, { settings: settingsOf })
    const params = { id: made.id }
    const { outside: all } = await owner.call(settings.ofHouse, { params })
    const group = await owner.call(settings.ofGroup, { params, query: { group: 'targetTemperature' } })
    const { devices } = await owner.call(houses.controllers, { params })
    expect(group.outside).toEqual(all)
    expect(devices.flatMap(device => device.outside)).toEqual(all)
    return all.map(({ field }) => field)
  }
  expect(await outside(AGED)).toEqual([])
  expect(await outside({ ...AGED, [LIMIT]: 45, [MODE]: 4 })).toEqual([LIMIT, MODE])
})

test('the model judges a change that waited, for the house as its controller reports it now', async () => {
  const { store, devices, log } = farm.services
  await send(owner, 'targetTemperature', { 'Settings/Temp/TargetOffset': 0.5 })
  const waiting = (await openChanges(store)).find(({ houseId }) => houseId === house.id)
  if (!waiting) throw new Error('The change is not open')
  const latest = devices.latest(waiting.deviceId)
  const harmsOf = harmsOfWaiting({ log, store })
  expect(await harmsOf(waiting, toldSettings(latest), latest)).toEqual([])
  const stopping = { ...waiting, wanted: { [MODE]: 0 } }
  expect((await harmsOf(stopping, toldSettings(latest), latest))?.[0]).toMatchObject({ kind: 'co2' })
  // Nothing is known of a house whose controller reports no air.
  expect(await harmsOf(stopping, toldSettings(latest), undefined)).toBeNull()
})
