import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const root = mkdtempSync(join(tmpdir(), 'smart farm config '))
afterAll(() => rmSync(root, { recursive: true }))
const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: join(root, 'data'), ...env })

describe('a variable that cannot be used is named', () => {
  it.each([
    ['PORT', '80800'],
    ['PORT', 'http'],
    ['HOST', 'a b'],
    ['MQTT_PORT', '-1'],
    ['DEMO', 'maybe'],
    ['DEMO_DAYS', '401'],
    ['DEMO_DAYS', 'a week'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_URL', 'postgres://localhost/farm'],
    ['DATABASE_URL', 'postgres://farm:secret@localhost'],
    ['DATABASE_URL', 'postgres:///farm?host=/run/postgresql'],
    ['MQTT_URL', 'localhost'],
    ['PUBLIC_URL', 'ftp://x'],
    ['DEFAULT_LANGUAGE', 'de'],
    ['LOG_LEVEL', 'loud'],
    ['TIME_ZONE', 'Mars/Olympus'],
    ['GROUP', 'a/b'],
    ['APP_SECRET', 'short'],
    ['ADMIN_PASSWORD', 'short'],
    ['TLS_CERT', '/nowhere/cert.pem'],
    ['TRUST_PROXY', 'x'],
    ['BACKUP_HOUR', '24'],
    ['BACKUP_HOUR', 'daily'],
    ['WEATHER_URL', 'open-meteo'],
    ['WEATHER_KEY', 'a&b=c'],
    ['S3_ENDPOINT', 's3.example'],
    ['S3_BUCKET', 'My Bucket'],
  ])('%s=%s', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(new RegExp(`^${name} must`))
  })

  it('each with its own line when there are several', () => {
    expect(() => load({ PORT: 'x', DEMO: 'x' })).toThrow(/^PORT must .*\nDEMO must [^\n]*$/)
  })

  it('also when one of two that belong together is missing', () => {
    expect(() => load({ ADMIN_LOGIN: 'boss' })).toThrow('ADMIN_PASSWORD is missing')
  })
})

describe('a backup', () => {
  it('is made daily into the data folder, or elsewhere and at another hour if set so, and not if it is off', () => {
    expect(load({})).toMatchObject({ backupDir: join(root, 'data', 'backups'), backupHour: 2 })
    const told = load({ BACKUP_DIR: join(root, 'disk'), BACKUP_HOUR: '0' })
    expect(told).toMatchObject({ backupDir: join(root, 'disk'), backupHour: 0 })
    expect(load({ BACKUP_HOUR: 'off' }).backupHour).toBeUndefined()
  })

  it('of an external database is made automatically only if set so', () => {
    const elsewhere = { DATABASE_URL: 'postgres://farm:secret@db.example/farm' }
    expect(load(elsewhere).backupHour).toBeUndefined()
    expect(load({ ...elsewhere, BACKUP_HOUR: '4' }).backupHour).toBe(4)
  })
})

it('a bucket has an address, a name and both keys, or there is none', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_BUCKET: 'farm',
    S3_ACCESS_KEY: 'key',
    S3_SECRET_KEY: 'secret',
  }
  expect(load(whole).bucket).toEqual({
    endpoint: 'https://s3.example',
    region: 'us-east-1',
    name: 'farm',
    accessKey: 'key',
    secretKey: 'secret',
  })
  expect(load({}).bucket).toBeUndefined()
  const { S3_SECRET_KEY: _, ...others } = whole
  expect(() => load(others)).toThrow('S3_SECRET_KEY missing')
})

describe('where it can be reached from', () => {
  it('a demonstration is this machine, unless told otherwise', () => {
    expect(load({})).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      mqttHost: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:8080',
    })
    expect(load({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })

  it('the provider of a demonstration is in Shanghai, wherever it runs; that of a real one is where its machine is', () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(load({}).timeZone).toBe('Asia/Shanghai')
    expect(load({ TIME_ZONE: 'Europe/Lisbon' }).timeZone).toBe('Europe/Lisbon')
    expect(load({ DEMO: 'off', HOST: '127.0.0.1' }).timeZone).toBe(timeZone)
  })

  it('a real installation asks for TLS or a proxy before it is reachable from outside', () => {
    expect(() => load({ DEMO: 'off' })).toThrow(/^HOST 0\.0\.0\.0 can be reached from outside: set TLS_CERT/)
    expect(load({ DEMO: 'off', HOST: '127.0.0.1' }).demo).toBe(false)
    expect(load({ DEMO: 'off', TRUST_PROXY: 'on' })).toMatchObject({ host: '0.0.0.0', trustProxy: true })
  })

  it('with TLS it answers https and encrypted devices', () => {
    const file = join(root, 'some.pem')
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\n')
    const config = load({ DEMO: 'off', TLS_CERT: file, TLS_KEY: file, PORT: '443', MQTT_TLS_PORT: '8884' })
    expect(config.publicUrl).toBe('https://localhost:443')
    expect(config.mqttTls).toMatchObject({ port: 8884 })
    expect(() => load({ TLS_CERT: file })).toThrow('TLS_KEY is missing')
    expect(() => load({ MQTT_URL: 'mqtts://broker', MQTT_KEY: file })).toThrow('MQTT_CERT is missing')
    expect(() => load({ MQTT_URL: 'mqtt://broker', MQTT_CERT: file, MQTT_KEY: file })).toThrow(
      'MQTT_URL must begin with mqtts://',
    )
  })
})

describe('the secret of an installation', () => {
  it('lies in a folder that nobody else can look into', () => {
    const dataDir = join(root, 'private')
    load({ DATA_DIR: dataDir })
    expect(statSync(dataDir).mode & 0o766).toBe(0o700)
  })

  it('is made once, and only its owner can read it', () => {
    const { appSecret } = load({})
    expect(load({}).appSecret).toBe(appSecret)
    expect(appSecret.length).toBeGreaterThanOrEqual(32)
    const file = join(root, 'data/app-secret')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim()).toBe(appSecret)
  })

  it('can be given, and then none is stored', () => {
    const given = 'x'.repeat(40)
    expect(load({ DATA_DIR: join(root, 'other'), APP_SECRET: given }).appSecret).toBe(given)
    expect(() => statSync(join(root, 'other/app-secret'))).toThrow()
  })
})

it('a data folder that cannot be written to is named', () => {
  const file = join(root, 'a file')
  writeFileSync(file, '')
  chmodSync(file, 0o400)
  expect(() => load({ DATA_DIR: join(file, 'data') })).toThrow(
    /^DATA_DIR: the folder .*a file.data cannot be written to/,
  )
})

it('the web app is that of this installation, or of a folder that has one', () => {
  expect(load({}).webDir).toMatch(/web.dist$/)
  const next = join(root, 'next web')
  expect(() => load({ WEB_DIR: next })).toThrow('WEB_DIR must be a folder with an index.html')
  mkdirSync(next)
  writeFileSync(join(next, 'index.html'), '')
  expect(load({ WEB_DIR: next }).webDir).toBe(next)
})

it('pictures by WebRTC are off until their ports are set, and need an address that browsers reach', () => {
  expect(load({}).webRtc).toBeUndefined()
  expect(() => load({ WEBRTC_PORTS: '30200-30299', PUBLIC_URL: 'https://farm.example' })).toThrow(
    /WEBRTC_ADDRESS/,
  )
  expect(() => load({ WEBRTC_PORTS: '30200-30203', WEBRTC_ADDRESS: '198.51.100.7' })).toThrow(/WEBRTC_PORTS/)
  const set = { WEBRTC_PORTS: '30200-30299', WEBRTC_ADDRESS: '198.51.100.7, 10.1.0.5' }
  expect(load(set).webRtc).toEqual({ addresses: ['198.51.100.7', '10.1.0.5'], ports: [30_200, 30_299] })
  expect(() => load({ ...set, WEBRTC_ADDRESS: 'farm.example' })).toThrow(/WEBRTC_ADDRESS/)
  const calling = { SIP_PORT: '5060', SIP_ADDRESS: '198.51.100.7' }
  expect(() => load({ ...set, ...calling, MEDIA_PORTS: '30250-30350' })).toThrow(/MEDIA_PORTS/)
})

it('a media server needs both its addresses', () => {
  expect(load({}).mediaServer).toBeUndefined()
  expect(() => load({ MEDIA_SERVER_API: 'http://10.0.0.5:9997' })).toThrow(/MEDIA_SERVER_WHEP/)
  expect(
    load({
      MEDIA_SERVER_API: 'http://10.0.0.5:9997',
      MEDIA_SERVER_WHEP: 'http://10.0.0.5:8889',
      MEDIA_SERVER_USER: 'farm',
    }).mediaServer,
  ).toEqual({ api: 'http://10.0.0.5:9997', whep: 'http://10.0.0.5:8889', user: 'farm' })
})
