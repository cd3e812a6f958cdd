import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { SettingDocument, SettingGroupKey } from '#shared/signals.ts'
import { soon } from '#shared/testing/soon.ts'
import { dateIn } from '#shared/zone-time.ts'
import { settingsFarm } from '../../farm/settings/testing/settings-farm.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person } from '../../testing/app.ts'
import { expiryOf } from './settings.rules.ts'

const CURVE: SettingDocument = Object.fromEntries(
  [0, 7].flatMap((day, i): [string, number][] => {
    const at = `Settings/Temp/Curve/P0${i + 1}`
    const [target, ...others] = [31 - i * 3, 30, 33, 35] as [number, ...number[]]
    return [
      [`${at}/Day`, day],
      [`${at}/Target`, target],
      [`${at}/Heat`, target - 1],
      [`${at}/Tunnel`, Math.max(target + 2, others[1] ?? 0)],
      [`${at}/Cool`, 36],
    ]
  }),
)
const LIGHT = 'Settings/Light/D1/P0'
const VALUES: SettingDocument = {
  ...CURVE,
  'Settings/Relay/R01/Function': 21,
  'Settings/Relay/R02/Function': 1,
  [`${LIGHT}1/FromDay`]: 0,
  [`${LIGHT}1/On`]: '04:00',
  [`${LIGHT}1/Off`]: '12:00',
  [`${LIGHT}2/FromDay`]: 0,
  [`${LIGHT}2/On`]: '12:00',
  [`${LIGHT}2/Off`]: '20:00',
}

let farm: Awaited<ReturnType<typeof settingsFarm>>
let manager: Person
let made: Awaited<ReturnType<typeof farm.controller>>
beforeAll(async () => {
  farm = await settingsFarm()
  manager = await farm.manager()
  made = await farm.controller(farm.offices.sharing, { values: VALUES })
  const known = () => manager.call(settings.ofHouse, { params: made.house, query: {} })
  await soon(async () => expect((await known()).groups).toHaveLength(3))
})
afterAll(() => farm.close())

const asked = (group: SettingGroupKey, wanted: Record<string, unknown>, more: object = {}) => {
  const before = Object.fromEntries(Object.keys(wanted).map(name => [name, VALUES[name] ?? null]))
  const body = { group, wanted, before, ...more }
  return manager.ask(settings.send, { params: { id: made.house.id }, body })
}
const point = (part: string) => `Settings/Temp/Curve/P02/${part}`

test('the age on its pages is that of the house, as the farm counts', async () => {
  const system = farm.services.store.scoped(SYSTEM)
  const { officeId } = await manager.call(houses.get, { params: made.house })
  const ageOn = async () => {
    const { dayAge } = await manager.call(houses.get, { params: made.house })
    const { house } = await manager.call(settings.ofHouse, { params: made.house, query: {} })
    expect(dayAge).toBe((house.age ?? Number.NaN) + house.placementDay)
    return dayAge
  }
  const placedOn = dateIn('UTC', new Date(Date.now() - 20 * 86_400_000))
  await system.update(houseNow).set({ flockStartedOn: placedOn }).where(eq(houseNow.houseId, made.house.id))
  const counts = (placementDay: number) =>
    system.update(office).set({ placementDay }).where(eq(office.id, officeId))
  const fromZero = (await ageOn()) ?? Number.NaN
  await counts(1)
  expect(await ageOn()).toBe(fromZero + 1)
  await counts(0)
})

describe('bad input is refused with the cell and the rule by name, and nothing is sent', () => {
  test.each<[string, SettingGroupKey, Record<string, unknown>, string, string]>([
    ['no number', 'targetTemperature', { [point('Target')]: null }, point('Target'), 'Must be a number'],
    ['a text', 'targetTemperature', { [point('Target')]: 'warm' }, point('Target'), 'Must be a number'],
    [
      'beyond the hard range',
      'targetTemperature',
      { [point('Cool')]: 91 },
      point('Cool'),
      'Must be at most 90.0\u202f°C',
    ],
    [
      'days out of order',
      'targetTemperature',
      { [point('Day')]: 0 },
      point('Day'),
      'The age must be above the previous point',
    ],
    [
      'heating above the target',
      'targetTemperature',
      { [point('Heat')]: 29 },
      point('Heat'),
      'Heating must not be above the target',
    ],
    [
      'an unknown setting',
      'targetTemperature',
      { 'Settings/Typo': 1 },
      'Settings/Typo',
      'The controller does not have this setting',
    ],
    [
      'an eleventh point',
      'targetTemperature',
      { 'Settings/Temp/Curve/P11/Day': 9 },
      'Settings/Temp/Curve/P11/Day',
      'The controller does not have this setting',
    ],
    [
      'a nineteenth level',
      'levels',
      { 'Settings/Vent/L19/TempOffset': 9 },
      'Settings/Vent/L19/TempOffset',
      'The controller does not have this setting',
    ],
    [
      'what this controller lacks',
      'levels',
      { 'Settings/Vent/L18/TempOffset': 9 },
      'Settings/Vent/L18/TempOffset',
      'This controller does not have this setting',
    ],
    [
      'a setting of another group',
      'levels',
      { [point('Target')]: 27 },
      point('Target'),
      'This setting belongs to another group',
    ],
    [
      'an exclusive relay twice',
      'relays',
      { 'Settings/Relay/R02/Function': 21 },
      'Settings/Relay/R02/Function',
      'Relay 1 already has this function',
    ],
    [
      'light windows that overlap',
      'lights',
      { [`${LIGHT}2/On`]: '11:00' },
      `${LIGHT}2/On`,
      'Overlaps with programme 1',
    ],
  ])('%s', async (_, group, wanted, field, message) => {
    const answer = await asked(group, wanted)
    expect([answer.statusCode, answer.json().data]).toEqual([400, [{ field, message }]])
    expect((await manager.call(settings.changes, { params: made.house })).total).toBe(0)
    expect(made.commands()).toEqual([])
  })

  test('what changes nothing', async () => {
    const answer = await asked('targetTemperature', { [point('Target')]: 28 })
    expect(answer.json().data).toEqual([
      { field: 'wanted', message: 'The controller already has these values' },
    ])
  })
})

test('outside the safe range only what was confirmed is sent', async () => {
  const wanted = { [point('Target')]: 20, [point('Heat')]: 19 }
  const answer = await asked('targetTemperature', wanted)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field: point('Target') }])
  expect(answer.json().data[0].message).toMatch(/below the standard of .* birds huddle/)
})

describe('a change waits', () => {
  const noon = Date.parse('2026-11-22T04:00:00Z')
  const times = { now: noon, waitMin: 60, timeZone: 'Asia/Shanghai', consentUntil: undefined }
  test.each([
    ['as long as was chosen', times, noon + 3_600_000],
    [
      'never past the midnight of the house',
      { ...times, now: noon + 11.5 * 3_600_000 },
      noon + 12 * 3_600_000,
    ],
    ['never past the consent', { ...times, consentUntil: noon + 60_000 }, noon + 60_000],
  ])('%s', (_, given, expected) => {
    expect(expiryOf(given)).toBe(expected)
  })
})
