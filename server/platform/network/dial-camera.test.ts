import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { dialJudged, guardedDial, judgeCamera, mayDialCamera } from './dial-camera.ts'
import { NotOutside, networksOf } from './outside.ts'

const none = guardedDial([]).rules()
const farm = guardedDial(
  networksOf('192.168.0.0/16, fd12::/48, 127.0.0.0/8, 169.254.0.0/16, 0.0.0.0/0') ?? [],
)

test('a camera in a private network is dialled only where the installation says so', () => {
  const allowed = networksOf('192.168.0.0/16, fd12::/48') ?? []
  for (const ip of ['192.168.3.4', '::ffff:192.168.3.4', 'fd12::7'])
    for (const network of ['any', 'private'] as const) {
      expect([ip, mayDialCamera(ip, network, allowed)]).toEqual([ip, true])
      expect([ip, mayDialCamera(ip, network, [])]).toEqual([ip, false])
    }
  expect(mayDialCamera('10.1.2.3', 'any', allowed)).toBe(false)
  expect(mayDialCamera('8.8.8.8', 'any', allowed)).toBe(true)
  expect(mayDialCamera('8.8.8.8', 'private', allowed)).toBe(false)
})

test('this machine, its link and its metadata are never dialled, whatever the installation says', async () => {
  const own = Object.values(networkInterfaces()).flatMap(found => found ?? [])
  const inside = ['127.0.0.1', '0.0.0.0', '::1', '169.254.169.254', 'fe80::1', '224.0.0.1', '255.255.255.255']
  for (const host of [
    ...inside,
    ...own.map(({ address }) => address),
    'localhost',
    '[::1]',
    '::ffff:127.0.0.1',
    '',
  ])
    await expect(
      judgeCamera({ host, port: 554, network: 'any' }, farm.rules()).then(() => host),
    ).rejects.toBeInstanceOf(NotOutside)
})

test('a name is judged by what it leads to, and that is what is connected to', async () => {
  await expect(judgeCamera({ host: 'localhost', port: 554, network: 'any' }, none)).rejects.toBeInstanceOf(
    NotOutside,
  )
  expect(await judgeCamera({ host: '8.8.8.8', port: 8554, network: 'any' }, none)).toEqual({
    ip: '8.8.8.8',
    port: 8554,
  })
})

test('of this machine only what stands behind a door is reached, at the port it has now', async () => {
  const server = createServer(socket => socket.end('here'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let now = 1
  const dial = guardedDial([], () => ({ '127.0.0.1:8554': now }))
  now = port
  const { signal } = new AbortController()
  const judged = await judgeCamera({ host: '127.0.0.1', port: 8554, network: 'any' }, dial.rules())
  const socket = await dialJudged(judged, signal)
  expect(String((await once(socket, 'data'))[0])).toBe('here')
  socket.destroy()
  await expect(judgeCamera({ host: '127.0.0.1', port, network: 'any' }, dial.rules())).rejects.toBeInstanceOf(
    NotOutside,
  )
  server.close()
  await once(server, 'close')
  await expect(dialJudged(judged, signal)).rejects.toThrow()
  await expect(dialJudged(judged, AbortSignal.abort())).rejects.toThrow('given up')
})
