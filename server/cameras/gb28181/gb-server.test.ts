import { createSocket } from 'node:dgram'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { stepsOfKind } from '#shared/cameras.ts'
import { Film } from '#simulator/camera/film.ts'
import { type GbDevice, type GbDeviceSettings, startGbDevice } from '#simulator/camera/gb28181/device.ts'
import { viewOf } from '#simulator/camera/scene.ts'
import { buildHouse, live, SUMMER } from '#simulator/testing/house.ts'
import { type MediaEngine, openMediaEngine } from '../media-engine.ts'
import { doorsTo, watching } from '../testing/watching.ts'
import type { CatalogEntry, DeviceAlarm, DeviceInfo } from './gb-server.ts'
import { moveCommand, stopCommand } from './ptz.ts'
import { openStation, type Station } from './station.ts'
import { noSipp, sipp, sippMessage } from './testing/sipp.ts'

const SERVER = '34020000002000000001'
const DOMAIN = SERVER.slice(0, 10)
const RECORDER = '34020000001180000007'
const CHANNELS = ['34020000001310000001', '34020000001310000002', '34020000001310000003']
const PASSWORD = 'Kiwi7Kiwi7'

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Heard {
  registered: number
  refused: number
  kept: number
  gone: number
  catalogs: (readonly CatalogEntry[])[]
  infos: DeviceInfo[]
  alarms: DeviceAlarm[]
}

async function begin(keepAliveMs?: number) {
  const heard: Heard = { registered: 0, refused: 0, kept: 0, gone: 0, catalogs: [], infos: [], alarms: [] }
  const failures: unknown[] = []
  const warnings: unknown[] = []
  const station: Station = openStation({
    sip: { port: 0, serverId: SERVER, address: '127.0.0.1', mediaPorts: [0, 0] },
    host: '127.0.0.1',
    cameraNetworks: [],
    date: () => '2026-11-28T12:00:00.000',
    log: {
      error: (...said: unknown[]) => failures.push(said),
      warn: (told: unknown) => warnings.push(told),
    } as never,
    ...(keepAliveMs !== undefined && { keepAliveMs }),
  })
  await station.start({
    passwordOf: async id => (id === RECORDER ? PASSWORD : undefined),
    registered: () => heard.registered++,
    refused: () => heard.refused++,
    keptAlive: () => heard.kept++,
    gone: () => heard.gone++,
    catalog: (_, entries) => heard.catalogs.push(entries),
    info: (_, info) => heard.infos.push(info),
    alarm: (_, alarm) => heard.alarms.push(alarm),
  })
  ends.push(() => station.stop())
  ends.push(() => expect(failures).toEqual([]))
  return { station, heard, warnings, port: station.place.port }
}

function filmed() {
  const house = buildHouse('broiler', SUMMER + 4 * 3_600_000)
  live(house, 1, 10)
  return new Film(() => viewOf('HZ-1', house), 1)
}

async function device(port: number, more: Partial<GbDeviceSettings> = {}): Promise<GbDevice> {
  const film = filmed()
  const begun = await startGbDevice({
    serverId: SERVER,
    domain: DOMAIN,
    serverIp: '127.0.0.1',
    serverPort: port,
    deviceId: RECORDER,
    password: PASSWORD,
    channels: CHANNELS.map((id, i) => ({ id, name: `${i + 1}号鸡舍` })),
    film: () => film,
    ...more,
  })
  ends.push(() => begun.stop())
  return begun
}

function engineOf(station: Station): MediaEngine {
  const log = { info() {}, warn() {}, error: (...said: unknown[]) => console.error(said) } as never
  const engine = openMediaEngine({ dial: doorsTo(), log, gb: station })
  ends.push(() => engine.close())
  return engine
}
const source = (transport: string, channel = CHANNELS[1]) => ({
  kind: 'gb28181' as const,
  url: `gb28181://${RECORDER}/${channel}/${transport}`,
  network: 'any' as const,
})

test.each(['udp', 'tcp'] as const)(
  'a recorder signs in over %s, and tells its channels with their Chinese names and what it is',
  async transport => {
    const { station, heard, port } = await begin()
    const recorder = await device(port, { transport })
    await soon(() => expect([heard.catalogs.length, heard.infos.length]).toEqual([1, 1]))
    expect(recorder.answers).toEqual([401, 200])
    expect(heard.catalogs[0]).toEqual(CHANNELS.map((id, i) => ({ id, name: `${i + 1}号鸡舍`, isOn: true })))
    expect(heard.infos).toEqual([{ manufacturer: '模拟器', model: 'SIM-8', firmware: 'V1.0' }])
    expect(station.state(RECORDER)).toEqual({ isRegistered: true, isRefused: false, isAlive: true })
    recorder.keepAlive()
    await soon(() => expect(heard.kept).toBe(1))
    // Signing in again is checked again, and is no new beginning.
    recorder.register()
    await soon(() => expect(recorder.answers).toEqual([401, 200, 401, 200]))
    expect([heard.registered, heard.catalogs.length, heard.kept]).toEqual([1, 1, 2])
  },
)

test.each(['udp', 'tcpPassive', 'tcpActive'])(
  'its picture comes by %s, and ends when nobody watches',
  async way => {
    const { station, port } = await begin()
    const recorder = await device(port, { transport: way === 'udp' ? 'udp' : 'tcp' })
    await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
    const engine = engineOf(station)
    const viewer = watching(engine, 'a', source(way))
    await viewer.has(30)
    expect(viewer.inits).toMatchObject([{ width: 640, height: 360 }])
    expect(viewer.fragments[0]?.isKey).toBe(true)
    const times = viewer.fragments.map(({ time }) => time)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(recorder.sending).toBe(1)
    viewer.leave()
    engine.cut('a', 'revoked')
    await soon(() => expect(recorder.sending).toBe(0))
  },
)

test('a still makes a camera that nobody watches send one key frame, not half a minute; a viewer who comes stays', async () => {
  const { station, port } = await begin()
  const recorder = await device(port)
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
  // It ends a pull without viewers after half a minute.
  const engine = engineOf(station)
  const from = performance.now()
  expect((await engine.keyFrame('a', source('udp')))?.mime).toMatch(/^video\/mp4/)
  expect(engine.state('a')).toEqual({ viewers: 0, live: false })
  await soon(() => expect(recorder.sending).toBe(0))
  expect(performance.now() - from).toBeLessThan(20_000)

  const still = engine.keyFrame('a', source('udp'))
  const viewer = watching(engine, 'a', source('udp'))
  await viewer.has(1)
  expect(await still).toBeDefined()
  await viewer.has(viewer.fragments.length + 20)
  viewer.leave()
  // Whoever comes back soon sees it at once, also after a still of the running pull.
  expect(await engine.keyFrame('a', source('udp'))).toBeDefined()
  expect(engine.state('a').live).toBe(true)
})

test('lost packets cost pictures until the next key frame, and no more', async () => {
  const { station, port } = await begin()
  await device(port, { meddle: (packet, number) => (number % 97 === 50 ? [] : [packet]) })
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
  const viewer = watching(engineOf(station), 'a', source('udp'))
  await viewer.has(40)
  expect(viewer.faults).toEqual([])
  viewer.leave()
})

test.each(['udp', 'tcpPassive'])(
  'a device that sends under another mark than it agreed to is shown by %s, and one that joins it later is not',
  async way => {
    const { station, warnings, port } = await begin()
    await device(port, {
      transport: way === 'udp' ? 'udp' : 'tcp',
      meddle(packet) {
        packet.writeUInt32BE(4_711, 8)
        // Of another picture: taken for this one it would be a gap before each packet.
        const other = Buffer.from(packet)
        other.writeUInt32BE(4_712, 8)
        other.writeUInt16BE((packet.readUInt16BE(2) + 20_000) & 0xffff, 2)
        return [packet, other]
      },
    })
    await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
    const viewer = watching(engineOf(station), 'a', source(way))
    await viewer.has(30)
    expect(viewer.faults).toEqual([])
    expect(viewer.fragments.filter(({ isKey }) => isKey).length).toBeLessThan(viewer.fragments.length / 2)
    expect(warnings).toEqual([{ deviceId: RECORDER, channelId: CHANNELS[1], ssrc: 4_711 }])
    viewer.leave()
  },
)

test('a device that sends H.265 is told as such, at a step that its wizard shows', async () => {
  const { station, port } = await begin()
  await device(port, {
    meddle(packet) {
      const map = packet.indexOf(Buffer.from([0x1b, 0xe0]))
      if (map >= 0) packet[map] = 0x24
      return [packet]
    },
  })
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
  const probe = await engineOf(station).probe(source('tcpPassive'))
  expect(probe.codec).toBe('H265')
  expect(probe.steps).toEqual([
    { step: 'invite', ok: true },
    { step: 'picture', ok: false, fault: 'unsupportedCodec', detail: 'H265' },
  ])
  for (const { step } of probe.steps) expect(stepsOfKind.gb28181).toContain(step)
})

test('a device that is not here, and a channel that it does not have, are told as such', async () => {
  const { station, port } = await begin()
  const engine = engineOf(station)
  expect((await engine.probe(source('udp'))).steps).toMatchObject([
    { step: 'invite', fault: 'notRegistered' },
  ])
  await device(port, { film: () => undefined })
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
  expect((await engine.probe(source('udp'))).steps).toMatchObject([
    { step: 'invite', fault: 'noStream', detail: '404' },
  ])
})

test('an order to turn reaches the device', async () => {
  const { station, port } = await begin()
  const recorder = await device(port)
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
  expect(await station.order(RECORDER, CHANNELS[0] ?? '', { PTZCmd: moveCommand('left') })).toBe(true)
  expect(await station.order(RECORDER, CHANNELS[0] ?? '', { PTZCmd: stopCommand() })).toBe(true)
  // The last byte is the sum of the others.
  expect(recorder.orders).toEqual(['A50F010260600077', 'A50F0100000000B5'])
})

test('a device whose beats are missing three times is gone, and comes back by signing in', async () => {
  const { station, heard, port } = await begin(400)
  const recorder = await device(port, { keepAliveS: 0.1 })
  await soon(() => expect(heard.kept).toBeGreaterThan(2))
  recorder.stop()
  await soon(() => expect(heard.gone).toBe(1))
  expect(station.state(RECORDER).isRegistered).toBe(false)
  await device(port)
  await soon(() => expect(station.state(RECORDER).isRegistered).toBe(true))
})

describe.skipIf(noSipp)(`SIPp as a device${noSipp}`, () => {
  const say = (method: string, cseq: number, more = '', body = '', deviceId = RECORDER) =>
    sippMessage(method, { deviceId, domain: DOMAIN, serverId: SERVER, cseq, more, body })
  const AUTH = `[authentication username=${RECORDER} password=${PASSWORD}]\n`
  const keepAlive = (cseq: number) =>
    say(
      'MESSAGE',
      cseq,
      'Content-Type: Application/MANSCDP+xml\n',
      `<?xml version="1.0"?>\n<Notify>\n<CmdType>Keepalive</CmdType>\n<SN>1</SN>\n<DeviceID>${RECORDER}</DeviceID>\n<Status>OK</Status>\n</Notify>\n`,
    )
  const signedIn = async (more: object = {}) => {
    const begun = await begin()
    const result = await sipp(
      begun.port,
      [
        { send: say('REGISTER', 1) },
        { expect: 401, auth: true },
        { send: say('REGISTER', 2, AUTH) },
        { expect: 200 },
      ],
      { user: RECORDER, password: PASSWORD, ...more },
    )
    return { ...begun, result }
  }

  test.each(['u1', 't1'] as const)('signs in by our challenge (%s)', async transport => {
    const { result, heard } = await signedIn({ transport })
    expect(result).toMatchObject({ ok: true })
    expect(heard.registered).toBe(1)
  })

  test('a wrong password and a device that nobody added get a challenge and nothing else', async () => {
    const { port, heard } = await begin()
    for (const deviceId of [RECORDER, '34020000001320009999']) {
      const wrong = `[authentication username=${deviceId} password=guessed99]\n`
      const result = await sipp(port, [
        { send: say('REGISTER', 1, '', '', deviceId) },
        { expect: 401, auth: true },
        { send: say('REGISTER', 2, wrong, '', deviceId) },
        { expect: 401 },
      ])
      expect([deviceId, result]).toMatchObject([deviceId, { ok: true }])
    }
    // What was entered wrong is known of the device that exists.
    expect([heard.registered, heard.refused]).toEqual([0, 1])
  })

  test('an answer to a challenge that is not ours is no answer, however right the password', async () => {
    const { port, heard } = await begin()
    const { createHash } = await import('node:crypto')
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const uri = `sip:${SERVER}@${DOMAIN}`
    for (const nonce of ['0'.repeat(64), 'abcdef', '']) {
      const answer = md5(`${md5(`${RECORDER}:${DOMAIN}:${PASSWORD}`)}:${nonce}:${md5(`REGISTER:${uri}`)}`)
      const own = `Authorization: Digest username="${RECORDER}", realm="${DOMAIN}", nonce="${nonce}", uri="${uri}", response="${answer}"\n`
      const result = await sipp(port, [{ send: say('REGISTER', 1, own) }, { expect: 401 }])
      expect([nonce, result]).toMatchObject([nonce, { ok: true }])
    }
    expect(heard.registered).toBe(0)
  })

  test('who has not signed in from this address is not listened to', async () => {
    const { port, heard } = await signedIn()
    // Another connection from the same machine: somebody else.
    const result = await sipp(port, [{ send: keepAlive(1) }, { expect: 403 }], { transport: 't1' })
    expect(result).toMatchObject({ ok: true })
    expect(heard.kept).toBe(0)
  })
})

/** Sends datagrams from one port; what comes back. */
async function datagrams(port: number) {
  const socket = createSocket('udp4')
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  const answers: string[] = []
  socket.on('message', data => answers.push(data.toString('latin1')))
  ends.push(() => new Promise<void>(resolve => socket.close(resolve)))
  return { answers, send: (data: Buffer | string) => socket.send(data, port, '127.0.0.1') }
}

const options = (call: string) =>
  [
    `OPTIONS sip:${SERVER}@${DOMAIN} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:9;rport;branch=z9hG4bK${call}`,
    `From: <sip:${RECORDER}@${DOMAIN}>;tag=1`,
    `To: <sip:${SERVER}@${DOMAIN}>`,
    `Call-ID: ${call}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n')

test('a sign-in that is sent again, from elsewhere or later, opens nothing', async () => {
  const { port, heard } = await begin()
  const { createHash } = await import('node:crypto')
  const md5 = (text: string) => createHash('md5').update(text).digest('hex')
  const first = await datagrams(port)
  const register = (cseq: number, authorization = '') =>
    options(`r${cseq}`)
      .replace('OPTIONS', 'REGISTER')
      .replace('1 OPTIONS', `${cseq} REGISTER`)
      .replace('Content-Length', `${authorization}Content-Length`)
  first.send(register(1))
  await soon(() => expect(first.answers).toHaveLength(1))
  const nonce = /nonce="(\w+)"/.exec(first.answers[0] ?? '')?.[1]
  const uri = `sip:${SERVER}@${DOMAIN}`
  const answer = md5(`${md5(`${RECORDER}:${DOMAIN}:${PASSWORD}`)}:${nonce}:${md5(`REGISTER:${uri}`)}`)
  const own = `Authorization: Digest username="${RECORDER}", realm="${DOMAIN}", nonce="${nonce}", uri="${uri}", response="${answer}"\r\n`
  first.send(register(2, own))
  await soon(() => expect(first.answers[1]).toMatch(/^SIP\/2\.0 200 /))
  // Exactly the same, by somebody who listened; and the same in a new transaction.
  const thief = await datagrams(port)
  thief.send(register(2, own))
  await soon(() => expect(thief.answers[0]).toMatch(/^SIP\/2\.0 401 /))
  first.send(register(3, own))
  await soon(() => expect(first.answers.some(each => each.includes('CSeq: 3 '))).toBe(true))
  expect(first.answers.find(each => each.includes('CSeq: 3 '))).toMatch(/^SIP\/2\.0 401 /)
  expect(heard.registered).toBe(1)
})

test('what is no message gets no answer, and the next message does', async () => {
  const { port } = await begin()
  const { answers, send } = await datagrams(port)
  const whole = options('x')
  const damaged = [
    '',
    'hello',
    '\0'.repeat(2_000),
    whole.slice(0, 60),
    whole.replace('Content-Length: 0', 'Content-Length: 99999'),
    whole.replace('Content-Length: 0', 'Content-Length: -1'),
    whole.replace('Content-Length: 0', 'Content-Length: 0\r\nContent-Length: 5'),
    whole.replace('CSeq: 1 OPTIONS', 'CSeq: 1 INVITE'),
    whole.replace('CSeq: 1 OPTIONS', 'CSeq: 99999999999 OPTIONS'),
    whole.replace('Call-ID: x\r\n', ''),
    whole.replace('Via', '\x01Via'),
    whole.replace('SIP/2.0\r\n', 'SIP/9.0\r\n'),
    whole.replace('From:', `X: ${'y'.repeat(20_000)}\r\nFrom:`),
    whole.replace('From:', `${'X: y\r\n'.repeat(100)}From:`),
  ]
  for (const each of damaged) send(Buffer.from(each, 'latin1'))
  send(whole)
  await soon(() => expect(answers).toHaveLength(1))
  expect(answers[0]).toMatch(/^SIP\/2\.0 403 /)
})
