import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { Aedes, type Client } from 'aedes'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectPacket } from '#server/testing/gateway-births.ts'
import { type Taking, takePublishes } from './take-publishes.ts'

const PINGREQ = generate({ cmd: 'pingreq' })
const SUBSCRIBE = generate({
  cmd: 'subscribe',
  messageId: 1,
  subscriptions: [{ topic: 'commands', qos: 1 }],
})
const message = (messageId: number) =>
  generate({
    cmd: 'publish',
    topic: 'births',
    payload: `${messageId}`,
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  })

let aedes: Aedes
let server: Server
let socket: Socket
let taking: Taking
let taken: string[]
let left: Promise<unknown>
/** What the server answered, in order; `answered` waits for the next. */
let answers: Packet[]
let hear: () => void

/** A signed-in client whose connection is held. */
beforeEach(async () => {
  taken = []
  answers = []
  hear = () => {}
  aedes = await Aedes.createBroker()
  server = createServer(opened => aedes.handle(opened)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ready = new Promise<Client>(resolve => aedes.once('clientReady', resolve))
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const packets = parser()
  packets.on('packet', (packet: Packet) => {
    answers.push(packet)
    hear()
  })
  socket.on('data', bytes => packets.parse(bytes))
  socket.write(connectPacket('farm', 'gateway', 'password'))
  const client = await ready
  left = new Promise(resolve => aedes.once('clientDisconnect', resolve))
  taking = takePublishes(client, (_topic, payload, acknowledge) => {
    taken.push(Buffer.from(payload).toString())
    acknowledge()
  })
  taking.hold()
  await answered(1)
})
afterEach(async () => {
  socket.destroy()
  server.close()
  await new Promise<void>(resolve => aedes.close(resolve))
})

async function answered(count: number): Promise<string[]> {
  while (answers.length < count) await new Promise<void>(resolve => (hear = resolve))
  return answers.map(({ cmd }) => cmd)
}

const acknowledged = () => answers.flatMap(packet => (packet.cmd === 'puback' ? [packet.messageId] : []))

test('a held connection is answered its pings and nothing else, whatever it sends', async () => {
  socket.write(Buffer.concat([PINGREQ, SUBSCRIBE, PINGREQ]))
  expect(await answered(3)).toEqual(['connack', 'pingresp', 'pingresp'])
  socket.write(Buffer.concat([PINGREQ, message(2), message(3)]))
  expect(await answered(4)).toEqual(['connack', 'pingresp', 'pingresp', 'pingresp'])
  expect(taken).toEqual([])
})

test('what it sent meanwhile is taken in order once it is released', async () => {
  socket.write(Buffer.concat([SUBSCRIBE, PINGREQ, message(2)]))
  await answered(2)
  taking.release()
  socket.write(Buffer.concat([message(3), message(4)]))
  while (acknowledged().length < 3) await answered(answers.length + 1)
  expect(taken).toEqual(['2', '3', '4'])
  expect(answers.filter(({ cmd }) => cmd === 'suback')).toHaveLength(1)
  expect(acknowledged()).toEqual([2, 3, 4])
})

test('more than it may send ahead is answered in the end as well', async () => {
  socket.write(Buffer.concat([PINGREQ, ...Array.from({ length: 40 }, () => SUBSCRIBE), PINGREQ]))
  await answered(2)
  taking.release()
  const answeredAll = await answered(43)
  expect(answeredAll.filter(cmd => cmd === 'suback')).toHaveLength(40)
})

test('one that says goodbye while it is held is gone', async () => {
  socket.write(Buffer.concat([SUBSCRIBE, generate({ cmd: 'disconnect' })]))
  await left
  expect(aedes.connectedClients).toBe(0)
})
