import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificates, noOpenssl } from './testing/certificates.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer } from './testing/peer.ts'

describe.skipIf(noOpenssl)(`an encrypted connection${noOpenssl}`, () => {
  const { authority, signed, read, remove } = certificates()
  let farm: DeviceFarm
  beforeAll(async () => {
    for (const name of ['ours', 'theirs']) authority(name)
    signed('server', 'localhost', 'ours')
    signed('gateway', 'GW-tls', 'ours')
    signed('forged', 'GW-tls', 'theirs')
    const mqttTls = { cert: read('server.crt'), key: read('server.key'), ca: read('ours.crt'), port: 0 }
    farm = await deviceFarm({ mqttTls })
    await farm.register('GW-tls', 'gateway', farm.offices.sharing)
  })
  afterAll(async () => {
    await farm.close()
    remove()
  })
  const connect = (more: object) => {
    const { port } = new URL(farm.devices.mqttUrl)
    const trust = { ca: read('ours.crt'), checkServerIdentity: () => undefined }
    return connectPeer(`mqtts://127.0.0.1:${port}`, { code: 'GW-tls', ...trust, ...more })
  }

  test('takes a password', async () => {
    expect(farm.devices.mqttUrl).toMatch(/^mqtts:/)
    const peer = await connect({})
    await peer.nodeBirth()
    await peer.end()
  })

  test('takes a certificate of our authority with the code of the gateway instead', async () => {
    const peer = await connect({ password: '', cert: read('gateway.crt'), key: read('gateway.key') })
    await peer.nodeBirth()
    await peer.end()
  })

  test('takes no certificate from another authority, nor one for another gateway', async () => {
    await farm.register('GW-other', 'gateway', farm.offices.sharing)
    await expect(
      connect({ password: '', cert: read('forged.crt'), key: read('forged.key') }),
    ).rejects.toThrow()
    const another = { code: 'GW-other', username: 'GW-other', password: '' }
    await expect(
      connect({ ...another, cert: read('gateway.crt'), key: read('gateway.key') }),
    ).rejects.toThrow()
  })
})
