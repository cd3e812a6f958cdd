import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from './testing/eventually.ts'
import { deviceFarm, SECRET } from './testing/farm.ts'
import { type Mosquitto, noMosquitto, startMosquitto } from './testing/mosquitto.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'

describe.skipIf(noMosquitto)(`the broker's own rules${noMosquitto}`, () => {
  let broker: Mosquitto
  /** As documented in docs/operations.md. */
  const documented = () => {
    const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    return /```acl\n([^`]*)```/.exec(text)?.[1] ?? ''
  }
  beforeAll(async () => {
    broker = await startMosquitto(
      ['allow_anonymous false', 'password_file {folder}/passwords', 'acl_file {folder}/acl'],
      folder => {
        writeFileSync(join(folder, 'acl'), documented())
        const passwords = join(folder, 'passwords')
        writeFileSync(passwords, '')
        for (const [user, secret] of [
          ['smart-farm', 'the server'],
          ['GW-rules', SECRET],
          ['GW-other', SECRET],
        ] as const)
          expect(spawnSync('mosquitto_passwd', ['-b', passwords, user, secret]).status).toBe(0)
      },
    )
  })
  afterAll(() => broker.remove())
  const withPassword = (password: string) =>
    broker.url.replace('//', `//smart-farm:${encodeURIComponent(password)}@`)

  test('as documented let the server work, and let a gateway speak for itself only', async () => {
    const farm = await deviceFarm({ mqttUrl: withPassword('the server') })
    expect(farm.devices.mqttUrl).toBe(broker.url)
    const gateway = await farm.register('GW-rules', 'gateway', farm.offices.sharing)
    const controller = await farm.register('HC-rules', 'controller', farm.offices.sharing, gateway)
    const peer = await connectPeer(broker.url, { code: gateway.code })
    const online = () =>
      farm.statuses.some(({ deviceId, to }) => deviceId === controller.id && to === 'ONLINE')
    peer.client.on('message', topic => {
      if (topic.includes('/NCMD/'))
        peer
          .nodeBirth()
          .then(() => peer.deviceBirth(controller.code))
          .catch(() => {})
    })
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    await eventually(online).toBe(true)
    const forged = [`spBv1.0/farm/NDEATH/${gateway.code}`, 'spBv1.0/STATE/smart-farm']
    for (const topic of forged) {
      const intruder = await connectPeer(broker.url, { code: 'GW-other' })
      const sent = intruder.client.publishAsync(topic, '{"online":false,"timestamp":9e15}', {
        qos: 1,
        retain: true,
      })
      // mosquitto drops the message, and at times the connection.
      await Promise.race([sent, intruder.closed])
      await intruder.client.endAsync(true)
    }
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 22 }])
    const stored = () => farm.rows('select 1 from report where device = $1', [controller.serial])
    await eventually(stored).toHaveLength(1)
    expect(farm.statuses.map(({ to }) => to)).not.toContain('OFFLINE')
    expect(farm.devices.requestRebirth(gateway.id)).toBe(true)
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)
    await peer.end()
    await farm.close()
  })

  test('that keep the server out end the start with a clear message', async () => {
    await expect(deviceFarm({ mqttUrl: withPassword('wrong') })).rejects.toThrow(
      /^MQTT_URL: the broker at 127\.0\.0\.1:\d+ cannot be used: .*(password|authorized)/,
    )
  })
})
