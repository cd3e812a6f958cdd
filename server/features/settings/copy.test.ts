import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import { settingGroupKeys } from '#shared/signals.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { openChanges } from '../../farm/settings/open-changes.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildFlock, buildHouse, buildStandard } from '../../testing/farm-builder.ts'
import { tellSettings } from '../../testing/told-settings.ts'
import { buildProduct } from '../iot-products/iot-products.fixture.ts'

const OFFSET = 'Settings/Temp/TargetOffset'
const NIGHT = 'Settings/Temp/NightSetback'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['device_setting:query', 'device_setting:edit'],
  })
})
afterAll(() => farm.close())

async function house(
  name: string,
  told: Record<string, number>,
  more: { type?: 'broiler' | 'layer'; productId?: string; office?: typeof farm.offices.direct } = {},
) {
  const { type = 'broiler', productId, office = farm.offices.direct } = more
  const gateway = await buildDevice(farm.services, office)
  const device = await buildDevice(farm.services, office, {
    type: 'controller',
    gatewayId: gateway.id,
    ...(productId && { productId }),
  })
  const made = await buildHouse(farm.services, office, { name, type, deviceIds: [device.id] })
  tellSettings(farm.services, device.id, told)
  return made
}

test('other houses of the customer and type show what they would get, and what they lack', async () => {
  const product = await buildProduct(farm.services)
  const source = await house('Source', { [OFFSET]: 1, [NIGHT]: -1 })
  await house('House 2', { [OFFSET]: 0, [NIGHT]: -1 })
  await house('House 10', { [OFFSET]: 1 })
  await house('Other product', { [OFFSET]: 0 }, { productId: product.id })
  await house('Hens', { [OFFSET]: 0 }, { type: 'layer' })
  await house('Of another customer', { [OFFSET]: 0 }, { office: farm.offices.sharing })
  const found = await owner.call(settings.copyTargets, {
    params: { id: source.id },
    query: { group: 'targetTemperature' },
  })
  expect(
    found.map(({ house, isSameProduct, wanted, missing }) => [house.name, isSameProduct, wanted, missing]),
  ).toEqual([
    ['House 2', true, { [OFFSET]: 1 }, []],
    ['House 10', true, {}, [NIGHT]],
    ['Other product', false, { [OFFSET]: 1 }, [NIGHT]],
  ])
})

test('what is shown is what is sent', async () => {
  const source = await house('From', { [OFFSET]: 2 })
  const target = await house('To', { [OFFSET]: 0 })
  const found = await owner.call(settings.copyTargets, {
    params: { id: source.id },
    query: { group: 'targetTemperature' },
  })
  const preview = found.find(({ house }) => house.id === target.id)
  if (!preview) throw new Error('The house is not offered')
  const { device, values, wanted } = preview
  const sent = await owner.call(settings.send, {
    params: { id: target.id },
    body: { deviceId: device.id, group: 'targetTemperature', before: values, wanted },
  })
  expect(sent).toMatchObject({ state: 'waiting', wanted: { [OFFSET]: 2 }, before: { [OFFSET]: 0 } })
})

test('birds of a farm’s own breed weigh what its standard says, in a copy and in a change that waits', async () => {
  const { services, offices } = farm
  const own = await buildStandard(services, offices.direct, {
    rows: [
      ['rear', 1, 70],
      ['rear', 80, 9_000],
    ],
  })
  const flock = (houseId: string) =>
    buildFlock(services, offices.direct, {
      houseId,
      placedOn: daysAfter(dateIn('Asia/Shanghai', new Date()), -60),
      standardId: own.id,
    })
  const source = await house('Of the farm’s breed', { [OFFSET]: 2 }, { type: 'layer' })
  const target = await house('Of the same breed', { [OFFSET]: 0 }, { type: 'layer' })
  for (const { id } of [source, target]) await flock(id)
  const [preview] = (
    await owner.call(settings.copyTargets, { params: source, query: { group: 'targetTemperature' } })
  ).filter(({ house }) => house.id === target.id)
  if (!preview) throw new Error('The house is not offered')
  expect(preview.house.weight).toBeGreaterThan(0.9)
  const { device, values, wanted } = preview
  await owner.call(settings.send, {
    params: { id: target.id },
    body: { deviceId: device.id, group: 'targetTemperature', before: values, wanted },
  })
  const waiting = (await openChanges(services.store)).find(({ deviceId }) => deviceId === device.id)
  expect(waiting?.flock?.standard?.id).toBe(own.id)
})

describe('what belongs to a flock, to probes or to equipment stays in its house', () => {
  const stays = ['flock', 'sensors', 'relays', 'inputs', 'house']
  const here = Object.fromEntries(
    [...defaultSettings('broiler', 100)].filter(
      (each): each is [string, number] => typeof each[1] === 'number',
    ),
  )
  const there = Object.fromEntries(Object.entries(here).map(([name, value]) => [name, value + 1]))
  let source: { id: string }
  beforeAll(async () => {
    source = await house('Of a flock', here)
    await house('Of another flock', there)
  })
  test.each(settingGroupKeys)('%s', async group => {
    const found = await owner.call(settings.copyTargets, { params: source, query: { group } })
    const names = Object.keys(found.find(each => each.house.name === 'Of another flock')?.wanted ?? {})
    if (stays.includes(group)) expect(names).toEqual([])
    else expect(names.length).toBeGreaterThan(0)
    // Which probes count is a matter of where they hang.
    expect(names).not.toContain('Settings/Temp/AvgSensors')
  })
})
