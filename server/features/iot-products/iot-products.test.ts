import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { Grant } from '#shared/permissions.ts'
import { settingGroupKeys } from '#shared/signals.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { tellSettings } from '../../testing/told-settings.ts'
import { buildProduct } from './iot-products.fixture.ts'

let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const products = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
    action => `iot_product_manage:${action}` as Grant,
  )
  const registry = ['query', 'get', 'edit'].map(action => `device_manage:${action}` as Grant)
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: [...products, ...registry] })
  owner = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: [...registry, 'device_setting:query', 'device_setting:get', 'device_setting:edit'],
  })
})
afterAll(() => farm.close())

const LEVELS = {
  'Settings/Vent/L01/SideInlet': 10,
  'Settings/Vent/L09/SideInlet': 40,
  'Settings/Tunnel/StartDiff': 3,
}

async function controller() {
  const gateway = await buildDevice(farm.services, farm.offices.direct)
  const device = await buildDevice(farm.services, farm.offices.direct, {
    type: 'controller',
    gatewayId: gateway.id,
  })
  const house = await buildHouse(farm.services, farm.offices.direct, { deviceIds: [device.id] })
  tellSettings(farm.services, device.id, LEVELS)
  return { device, house }
}
const choose = async (who: Person, { id }: { id: string }, productId: string | null) => {
  const { type, code, name, officeId, gatewayId, version } = await who.call(devices.get, { params: { id } })
  return who.ask(devices.update, {
    params: { id },
    body: { type, code, name, officeId, gatewayId, version, productId },
  })
}

test('a screen of settings shows only what the product of its controller has', async () => {
  const { device, house } = await controller()
  const seen = async () => {
    const { values } = await owner.call(settings.ofGroup, {
      params: { id: house.id },
      query: { group: 'levels' },
    })
    const { groups } = await owner.call(settings.ofHouse, { params: { id: house.id } })
    return [...Object.keys(values), ...groups.map(({ key }) => key)]
  }
  expect(await seen()).toEqual([
    'Settings/Vent/L01/SideInlet',
    'Settings/Vent/L09/SideInlet',
    'levels',
    'tunnel',
  ])
  const product = await buildProduct(farm.services, {
    levels: 8,
    groups: settingGroupKeys.filter(key => key !== 'tunnel'),
  })
  expect((await choose(staff, device, product.id)).statusCode).toBe(200)
  expect(await seen()).toEqual(['Settings/Vent/L01/SideInlet', 'levels'])
  const beyond = await owner.ask(settings.send, {
    params: { id: house.id },
    body: {
      group: 'levels',
      before: { 'Settings/Vent/L09/SideInlet': 40 },
      wanted: { 'Settings/Vent/L09/SideInlet': 50 },
    },
  })
  expect(beyond.json().data).toEqual([
    { field: 'Settings/Vent/L09/SideInlet', message: 'This controller does not have this setting' },
  ])
})

test('what a controller told proposes its product, the one with least beyond it first', async () => {
  const { device } = await controller()
  const [large, small, other] = [
    await buildProduct(farm.services),
    await buildProduct(farm.services, { levels: 9 }),
    await buildProduct(farm.services, { levels: 8 }),
  ]
  const options = await staff.call(iotProducts.options, { query: { deviceId: device.id } })
  const ids = options.map(({ id }) => id)
  expect(ids.indexOf(small.id)).toBeLessThan(ids.indexOf(large.id))
  const proposed = options.filter(({ isProposed }) => isProposed).map(({ id }) => id)
  expect(proposed).toEqual(expect.arrayContaining([small.id, large.id]))
  expect(proposed).not.toContain(other.id)
})

test('who writes goods finds the products they fit, and learns nothing of a device from it', async () => {
  const { device } = await controller()
  const product = await buildProduct(farm.services)
  const sales = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['mall_goods_list:query'],
  })
  const options = await sales.call(iotProducts.options, { query: { deviceId: device.id } })
  expect(options).toContainEqual({ id: product.id, name: expect.any(String), isProposed: false })
  expect(options.some(({ isProposed }) => isProposed)).toBe(false)
})

test('only staff choose a product, and only a released one', async () => {
  const { device } = await controller()
  const [product, draft] = [
    await buildProduct(farm.services),
    await buildProduct(farm.services, { status: 'draft' }),
  ]
  expect((await choose(owner, device, product.id)).json().data).toEqual([
    { field: 'productId', message: "Only the provider's staff can choose the product of a controller" },
  ])
  expect((await choose(staff, device, draft.id)).json().data).toEqual([
    { field: 'productId', message: 'Choose a released product' },
  ])
  await choose(staff, device, product.id)
  expect((await choose(owner, device, product.id)).statusCode).toBe(200)
})

test('a product that controllers are of is not deleted', async () => {
  const { device } = await controller()
  const product = await buildProduct(farm.services)
  await choose(staff, device, product.id)
  const refused = await staff.ask(iotProducts.remove, { params: { id: product.id } })
  expect(refused.json().message).toContain('Controllers with this product: 1')
  await choose(staff, device, null)
  await staff.call(iotProducts.remove, { params: { id: product.id } })
})
