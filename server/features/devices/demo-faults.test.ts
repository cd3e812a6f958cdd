import { afterAll, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import type { FaultOrder } from '#shared/demo-faults.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'

let demo: TestApp
let real: TestApp
beforeAll(async () => {
  demo = await testApp({ demo: true })
  real = await testApp({ demo: false })
})
afterAll(async () => {
  await demo.close()
  await real.close()
})

const staffOf = ({ as, offices }: TestApp): Promise<Person> =>
  as({ office: offices.provider, kind: 1, grants: ['device_manage:edit'] })
const controllerOf = ({ services, offices }: TestApp) =>
  buildDevice(services, offices.direct, { type: 'controller', code: 'EC-1', codeKey: 'ec-1' })
const power = { fault: 'power', isPlanted: true } as const

test('staff of a demonstration break something in a simulated house and repair it', async () => {
  const { id } = await controllerOf(demo)
  const staff = await staffOf(demo)
  const orders: FaultOrder[] = []
  const deaf = demo.services.faults.onOrder(order => orders.push(order))
  const params = { id }
  const fan = { fault: 'fan', number: 3 } as const
  expect(await staff.call(devices.plantFault, { params, body: power })).toEqual([
    { fault: 'power', number: 0 },
  ])
  await staff.call(devices.plantFault, { params, body: { ...fan, isPlanted: true } })
  await staff.call(devices.plantFault, { params, body: { ...power, isPlanted: false } })
  expect(await staff.call(devices.faults, { params })).toEqual([fan])
  expect(demo.services.faults.all()).toEqual([{ device: 'EC-1', ...fan, isPlanted: true }])
  expect(orders).toHaveLength(3)
  const wrong = await staff.ask(devices.plantFault, { params, body: { ...fan, number: 13, isPlanted: true } })
  expect(wrong.statusCode).toBe(400)
  deaf()
})

test('a farmer plants nothing, whatever the role says', async () => {
  const { id } = await buildDevice(demo.services, demo.offices.direct, { type: 'controller' })
  const farmer = await demo.as({ office: demo.offices.direct, kind: 2, grants: ['device_manage:edit'] })
  const answer = await farmer.ask(devices.plantFault, { params: { id }, body: power })
  expect(answer.statusCode).toBe(403)
})

test('outside a demonstration there is nothing to plant', async () => {
  const params = { id: (await controllerOf(real)).id }
  const staff = await staffOf(real)
  // An answer, not an error: every details page asks.
  expect(await staff.call(devices.faults, { params })).toBeNull()
  expect((await staff.ask(devices.plantFault, { params, body: power })).statusCode).toBe(404)
  expect(real.services.faults.all()).toEqual([])
})
