import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer } from './testing/peer.ts'

const missing = spawnSync('openssl', ['version']).error ? ' (openssl is not installed)' : ''
describe.skipIf(missing)(`an encrypted connection${missing}`, () => {
  let farm: DeviceFarm
  let folder: string
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const openssl = (...words: string[]) => {
    const { status, stderr } = spawnSync('openssl', words, { cwd: folder })
    if (status !== 0) throw new Error(String(stderr))
  }
  const certificate = (name: string, commonName: string, ca: string) => {
    const subject = ['-subj', `/CN=${commonName}`]
    openssl(
      'req',
      '-new',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
      ...subject,
    )
    openssl(
      'x509',
      '-req',
      '-in',
      `${name}.csr`,
      '-CA',
      `${ca}.crt`,
      '-CAkey',
      `${ca}.key`,
      '-CAcreateserial',
      '-out',
      `${name}.crt`,
    )
  }
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'smart-farm-tls-'))
    for (const ca of ['ours', 'theirs'])
      openssl(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        `${ca}.key`,
        '-out',
        `${ca}.crt`,
        '-subj',
        `/CN=${ca}`,
      )
    certificate('server', 'localhost', 'ours')
    certificate('gateway', 'GW-tls', 'ours')
    certificate('forged', 'GW-tls', 'theirs')
    const mqttTls = { cert: read('server.crt'), key: read('server.key'), ca: read('ours.crt'), port: 0 }
    farm = await deviceFarm({ mqttTls })
    await farm.register('GW-tls', 'gateway', farm.offices.sharing)
  })
  afterAll(async () => {
    await farm.close()
    rmSync(folder, { recursive: true })
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

  test('takes no certificate of another authority, and none for another gateway', async () => {
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
