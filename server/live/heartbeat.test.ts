import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createHeartbeat } from './heartbeat.ts'

let time = 0
const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
})

/** A client that only listens, as a page does whose houses report all the time. */
async function listener(autoPong = true) {
  const heartbeat = createHeartbeat(() => time)
  if (!server.address()) await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, { autoPong })
  const [socket] = (await once(server, 'connection')) as [WebSocket]
  heartbeat.watch(socket)
  await once(client, 'open')
  return { heartbeat, client, socket }
}

test('a client that hears so much that it never speaks stays for hours', async () => {
  const { heartbeat, client, socket } = await listener()
  for (let minute = 0; minute < 240; minute++) {
    time += 60_000
    const answered = once(socket, 'pong')
    heartbeat.tick()
    await answered
    socket.send('{"frame":"of a house"}')
  }
  expect(client.readyState).toBe(WebSocket.OPEN)
})

test('a client that does not answer is cut off, after it was asked', async () => {
  const { heartbeat, client, socket } = await listener(false)
  const asked = once(client, 'ping')
  time += 31_000
  heartbeat.tick()
  await asked
  time += 98_000
  heartbeat.tick()
  expect(socket.readyState).toBe(WebSocket.OPEN)
  const closed = once(client, 'close')
  time += 2_000
  heartbeat.tick()
  const [code] = await closed
  expect(code).toBe(1006)
})

test('who has spoken is not asked', async () => {
  const { heartbeat, client, socket } = await listener()
  time += 29_000
  const spoken = once(socket, 'message')
  client.send('ping')
  await spoken
  const frames: string[] = []
  client.on('ping', () => frames.push('ping'))
  client.on('message', data => frames.push(String(data)))
  time += 29_000
  heartbeat.tick()
  socket.send('after')
  await once(client, 'message')
  expect(frames).toEqual(['after'])
})
