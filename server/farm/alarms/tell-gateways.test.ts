import { expect, test } from 'vitest'
import type { Metric } from '#shared/sparkplug/types.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { openHouseDirectory } from '../house-state/house-directory.ts'
import { createGatewayTelling } from './tell-gateways.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const DAY = 86_400_000

test('a gateway that asks for it is told what lives in its houses: when it is born, when that changes, and now and then', async () => {
  const flockStartedOn = new Date(farm.now - 34 * DAY).toISOString().slice(0, 10)
  const { gateway, made } = await farm.controllers(1, flockStartedOn, 'broiler')
  const other = await farm.controllers(1)
  const { store, events, log } = farm.app.services
  const directory = await openHouseDirectory(store, events, error => log.error(error))
  const sent: { gatewayId: string; metrics: Metric[] }[] = []
  let isConnected = true
  let bornAt = 1
  const state = (declared: readonly string[]): LatestState => ({
    readings: new Map([['Gateway/Buses', { value: '[]', at: bornAt }]]),
    declared: new Set(declared),
    lastMessageAt: farm.now,
    reportIntervalS: 60,
  })
  const look = createGatewayTelling({
    directory,
    devices: {
      latest: id =>
        id === gateway.id
          ? state(['Gateway/Houses'])
          : id === other.gateway.id
            ? state(['Node Control/Rebirth'])
            : undefined,
      commandNode(gatewayId, metrics) {
        if (isConnected) sent.push({ gatewayId, metrics })
        return isConnected
      },
    },
    now: () => farm.now,
  })
  isConnected = false
  look()
  isConnected = true
  look()
  look()
  expect(sent.map(({ gatewayId }) => gatewayId)).toEqual([gateway.id])
  const [told] = JSON.parse(String(sent[0]?.metrics[0]?.value))
  expect(told).toMatchObject({ type: 'broiler', at: farm.now })
  expect([33, 34, 35]).toContain(told.ageDays)
  const [house] = [...directory.all()].filter(({ id }) => id === made[0]?.houseId)
  expect(told.controller).toBe(house?.devices[0]?.code)
  bornAt = 2
  look()
  expect(sent).toHaveLength(2)
  farm.now += 9 * MINUTE
  look()
  expect(sent).toHaveLength(2)
  farm.now += DAY
  look()
  expect(sent).toHaveLength(3)
  expect(JSON.parse(String(sent[2]?.metrics[0]?.value))[0].ageDays).toBe(told.ageDays + 1)
  directory.stop()
})
