import { expect, test } from 'vitest'
import type { EventMap } from '#server/platform/events.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { connectPeer, FIRMWARE, TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm } = peers

const STUCK = { name: 'Alarm/InletStuck', alias: 9, datatype: DataType.Boolean }
const PANEL = { name: 'Panel/Text', alias: 10, datatype: DataType.String }

/** Everything that births ceased to declare, from now on. */
function toldUndeclared() {
  const told: EventMap['undeclared'][0][] = []
  peers.farm.events.on('undeclared', event => told.push(event))
  return told
}
const namesOf = (id: string) => [...(peers.farm.devices.latest(id)?.readings.keys() ?? [])]

/** A controller whose alarm is active. */
async function alarmed() {
  const { controller, gateway, peer } = await bornFarm(false)
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [
    { ...TEMPERATURE, value: 21 },
    { ...STUCK, value: false },
    { ...PANEL, value: 'on' },
  ])
  await peer.data(controller.code, [
    { ...TEMPERATURE, value: 22 },
    { ...STUCK, value: true },
  ])
  await eventually(() => namesOf(controller.id)).toEqual([TEMPERATURE.name, STUCK.name, PANEL.name])
  return { controller, gateway, peer }
}

test('what a new birth no longer declares is not known any more, nor after a restart', async () => {
  const { controller, gateway, peer } = await alarmed()
  const told = toldUndeclared()
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 23 }])
  expect(told).toMatchObject([{ deviceId: controller.id, metrics: [STUCK.name, PANEL.name] }])
  expect(namesOf(controller.id)).toEqual([TEMPERATURE.name])
  await peers.farm.restart()
  expect(namesOf(controller.id)).toEqual([TEMPERATURE.name])
  expect(peers.farm.devices.latest(controller.id)?.toldBefore).toBeUndefined()

  const again = await connectPeer(peers.farm.url, { code: gateway.code })
  await again.nodeBirth()
  await again.deviceBirth(controller.code, [
    { ...TEMPERATURE, value: 24 },
    { ...STUCK, value: true },
  ])
  expect(peers.farm.devices.latest(controller.id)?.readings.get(STUCK.name)?.value).toBe(true)
  expect(told).toHaveLength(1)
  await again.end()
})

test('a birth after a restart of the server is compared with the one before it', async () => {
  const { controller, gateway } = await alarmed()
  await peers.farm.restart()
  expect(namesOf(controller.id)).toContain(STUCK.name)
  const told = toldUndeclared()
  const again = await connectPeer(peers.farm.url, { code: gateway.code })
  await again.nodeBirth()
  await again.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 24 }])
  expect(told).toMatchObject([{ deviceId: controller.id, metrics: [STUCK.name, PANEL.name] }])
  expect(namesOf(controller.id)).toEqual([TEMPERATURE.name])
  await again.end()
})

test('data sent before the birth and committed after it brings nothing back', async () => {
  const { controller, peer } = await alarmed()
  const told = toldUndeclared()
  await peers.farm.owner.query('revoke insert on report from smart_farm_ingest')
  const late = [
    peer.data(controller.code, [{ ...STUCK, value: true }]),
    peer.nodeBirth(),
    peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: null, isNull: true } as Metric]),
  ]
  await eventually(() => peers.farm.devices.intake().commits).toBe(false)
  await peers.farm.owner.query('grant insert on report to smart_farm_ingest')
  await Promise.all(late)
  expect(told).toHaveLength(1)
  expect(namesOf(controller.id)).not.toContain(STUCK.name)
  await peer.end()
})

test('a controller that speaks MQTT itself keeps what either of its births declares, and what it sends by name', async () => {
  const both = await peers.farm.register('HC-both', 'controller', peers.farm.offices.sharing)
  const peer = await connectPeer(peers.farm.url, { code: both.code })
  const told = toldUndeclared()
  const firmware = { ...FIRMWARE, alias: undefined, value: '2.4' }
  for (const value of [20, 21]) {
    await peer.nodeBirth([firmware])
    await peer.deviceBirth(both.code, [{ ...TEMPERATURE, value }])
    await peer.data(both.code, [{ name: 'Own/Sum', datatype: DataType.Int32, value }])
  }
  expect(namesOf(both.id).toSorted()).toEqual([TEMPERATURE.name, FIRMWARE.name, 'Own/Sum'])
  expect(told).toEqual([])
  await peer.nodeBirth()
  expect(told).toMatchObject([{ deviceId: both.id, metrics: [FIRMWARE.name] }])
  await peer.end()
})
