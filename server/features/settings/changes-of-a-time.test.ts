import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice, buildHouse, buildSettingChange } from '../../testing/farm-builder.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm?.close())

test('beside an alarm stand the settings changed in the day before it, and no others', async () => {
  const { sharing } = farm.offices
  const manager = await farm.as({ office: sharing, kind: 2, grants: ['device_setting:query'] })
  const { id: deviceId } = await buildDevice(farm.services, sharing, { type: 'controller' })
  const { id: houseId } = await buildHouse(farm.services, sharing, { deviceIds: [deviceId] })
  const raisedAt = Date.parse('2026-05-06T07:08:09Z')
  const hour = 3_600_000
  const made = []
  for (const hoursBefore of [30, 23, 1, -1]) {
    const madeAt = new Date(raisedAt - hoursBefore * hour)
    made.push(await buildSettingChange(farm.services, sharing, { deviceId, houseId, madeAt }))
  }
  const query = { from: raisedAt - 24 * hour, to: raisedAt }
  const found = await manager.call(settings.changes, { params: { id: houseId }, query })
  expect([found.total, found.items.map(({ id }) => id)]).toEqual([2, [made[2]?.id, made[1]?.id]])
  const all = await manager.call(settings.changes, { params: { id: houseId } })
  expect(all.total).toBe(4)
  const wrong = await manager.ask(settings.changes, { params: { id: houseId }, query: { from: 'noon' } })
  expect([wrong.statusCode, wrong.json().data[0].field]).toEqual([400, 'from'])
})
