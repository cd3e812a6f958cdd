import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import mqtt from 'mqtt-packet'
import { afterEach, expect, test, vi } from 'vitest'
import { connectMqtt } from './mqtt-connection.ts'
import { eventually } from './testing/eventually.ts'

const HOUR = 3_600_000

const cleanUp: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const each of cleanUp.splice(0)) each()
})

/** A broker that asks for a ping twice a second, and answers them as told; and a connection to it. */
async function connected({ answers }: { answers: boolean }) {
  let pings = 0
  const server = createServer(socket => {
    const parser = mqtt.parser({ protocolVersion: 5 })
    const say = (packet: mqtt.Packet) => socket.write(mqtt.generate(packet, { protocolVersion: 5 }))
    parser.on('packet', ({ cmd }) => {
      if (cmd === 'connect')
        say({ cmd: 'connack', reasonCode: 0, sessionPresent: false, properties: { serverKeepAlive: 1 } })
      if (cmd !== 'pingreq') return
      pings++
      if (answers) say({ cmd: 'pingresp' })
    })
    socket.on('data', bytes => parser.parse(bytes))
    socket.on('error', () => {})
    cleanUp.push(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  cleanUp.push(() => server.close())
  await once(server, 'listening')
  const connection = await connectMqtt({
    url: new URL(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`),
    clientId: 'host',
    username: 'host',
    password: 'secret',
    will: { topic: 'spBv1.0/STATE/host', payload: Buffer.from('{}') },
    receiveMaximum: 100,
    maximumPacketSize: 1_000_000,
    sessionExpiryS: 60,
    onMessage: () => undefined,
  })
  cleanUp.push(() => void connection.end())
  return { connection, pings: () => pings }
}

test('a connection ends when its broker says nothing more', async () => {
  const { connection } = await connected({ answers: false })
  expect(await connection.closed).toBe('the broker is silent')
})

test('a connection outlives a clock that is set ahead or back', async () => {
  const { connection, pings } = await connected({ answers: true })
  let ended: string | undefined
  void connection.closed.then(reason => {
    ended = reason
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const setBy of [HOUR, -2 * HOUR]) {
    vi.setSystemTime(Date.now() + setBy)
    const before = pings()
    await eventually(pings).toBeGreaterThanOrEqual(before + 3)
    expect(ended).toBeUndefined()
  }
})
