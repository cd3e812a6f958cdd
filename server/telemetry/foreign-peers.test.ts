import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sparkplugClient from 'sparkplug-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Payload } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered, SECRET } from './testing/farm.ts'
import { TEMPERATURE } from './testing/peer.ts'

let farm: DeviceFarm
let number = 0
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

async function register() {
  number++
  const gateway = await farm.register(`GW-foreign-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-foreign-${number}`, 'controller', farm.offices.sharing, gateway)
  return { gateway, controller }
}
const statusOf = async ({ id }: Registered) =>
  (await farm.rows<{ status: string }>('select status from device where id = $1', [id]))[0]?.status
const valuesOf = async ({ serial }: Registered) =>
  (
    await farm.rows<{ values: number[]; exact: number[] | null }>(
      'select "values", exact from report where device = $1 order by at',
      [serial],
    )
  ).map(({ values, exact }) => values[0] ?? exact?.[0])

describe('sparkplug-client', () => {
  function connect(gateway: Registered, controller: Registered, more: object = {}) {
    const client = sparkplugClient.newClient({
      serverUrl: farm.url,
      username: gateway.code,
      password: SECRET,
      clientId: 'tahu',
      groupId: 'farm',
      edgeNode: gateway.code,
      version: 'spBv1.0',
      ...more,
    })
    let births = 0
    client.on('error', () => {})
    // The library adds a bdSeq metric each time the same object is used for a birth, and so do its users.
    const nodeBirth = { timestamp: Date.now(), metrics: [] as never[] }
    const metric = (value: number) => ({
      name: 'Foreign/Pressure',
      type: 'Double' as const,
      value,
      timestamp: Date.now(),
    })
    client.on('birth', () => {
      births++
      client.publishNodeBirth(nodeBirth)
      client.publishDeviceBirth(controller.code, { timestamp: Date.now(), metrics: [metric(0)] })
    })
    client.on('ncmd', () => client.emit('birth'))
    return {
      client,
      births: () => births,
      send: (value: number) =>
        client.publishDeviceData(controller.code, { timestamp: Date.now(), metrics: [metric(value)] }),
    }
  }

  test('is born, reports a metric of its own, is born again when asked, and dies with its will', async () => {
    const { gateway, controller } = await register()
    const peer = connect(gateway, controller)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    peer.send(101.5)
    await eventually(() => valuesOf(controller)).toEqual([0, 101.5])

    farm.devices.requestRebirth(gateway.id)
    await eventually(peer.births).toBe(2)
    // A value with the very millisecond of its birth would count as the birth's, sent twice.
    await eventually(() => valuesOf(controller)).toEqual([0, 101.5, 0])
    peer.send(102.5)
    await eventually(() => valuesOf(controller)).toEqual([0, 101.5, 0, 102.5])
    expect(await statusOf(controller)).toBe('ONLINE')
    peer.client.stop()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
  })

  test('compresses its messages', async () => {
    const { gateway, controller } = await register()
    const peer = connect(gateway, controller)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    const metrics = [{ name: 'Foreign/Pressure', type: 'Double' as const, value: 99, timestamp: Date.now() }]
    for (const algorithm of ['GZIP', 'DEFLATE'] as const)
      peer.client.publishDeviceData(
        controller.code,
        {
          timestamp: Date.now(),
          metrics: metrics.map(metric => ({
            ...metric,
            timestamp: Date.now() + (algorithm === 'GZIP' ? 1 : 2),
          })),
        },
        { compress: true, algorithm },
      )
    await eventually(async () => (await valuesOf(controller)).filter(value => value === 99)).toHaveLength(2)
    peer.client.stop()
  })

  test('flushes old data after a cut and before its next birth: it is stored, and the controller comes online', async () => {
    const { gateway, controller } = await register()
    const peer = connect(gateway, controller, { mqttOptions: { reconnectPeriod: 300 } })
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    farm.devices.disconnect(gateway.id)
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    for (let i = 1; i <= 5; i++) {
      peer.send(i)
      await new Promise(resolve => setTimeout(resolve, 3))
    }
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await eventually(() => valuesOf(controller)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5]))
    peer.client.stop()
  })
})

const missing = spawnSync('mosquitto_pub', ['--help']).error ? ' (mosquitto is not installed)' : ''
describe.skipIf(missing)(`mosquitto's tools${missing}`, () => {
  const mosquitto = (tool: 'pub' | 'sub', { code }: Registered, ...more: string[]) =>
    spawn(`mosquitto_${tool}`, [
      '-h',
      '127.0.0.1',
      '-p',
      String(farm.devices.port),
      '-u',
      code,
      '-P',
      SECRET,
      '-q',
      '1',
      ...more,
    ])

  test('publish a birth and data from files, and hear the server request births', async () => {
    const { gateway, controller } = await register()
    const folder = mkdtempSync(join(tmpdir(), 'smart-farm-peer-'))
    const publish = async (type: string, payload: Payload, device = '') => {
      const file = join(folder, 'message.bin')
      writeFileSync(file, encodePayload(payload))
      const [code] = await once(
        mosquitto('pub', gateway, '-t', `spBv1.0/farm/${type}/${gateway.code}${device}`, '-f', file),
        'exit',
      )
      expect(code).toBe(0)
    }
    const ears = mosquitto('sub', gateway, '-t', `spBv1.0/farm/NCMD/${gateway.code}`, '-C', '1', '-F', '%t')
    const heard = once(ears.stdout, 'data')
    const metrics = [{ ...TEMPERATURE, value: 21.5 }]
    await publish('NBIRTH', {
      timestamp: Date.now(),
      seq: 0,
      metrics: [{ name: 'bdSeq', datatype: DataType.Int64, value: 0n }],
    })
    await publish('DBIRTH', { timestamp: Date.now(), seq: 1, metrics }, `/${controller.code}`)
    await publish('DDATA', { timestamp: Date.now(), seq: 2, metrics }, `/${controller.code}`)
    expect(await valuesOf(controller)).toEqual([21.5, 21.5])
    // Each publication used its own connection, so the node is gone after each.
    await eventually(() => statusOf(gateway)).toBe('OFFLINE')
    expect(String((await heard)[0])).toContain('NCMD')
    ears.kill()
    rmSync(folder, { recursive: true })
  })
})
