import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { probeSource, startPull } from './pull.ts'
import { doorsTo } from './testing/watching.ts'

const SDP = 'v=0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:trackID=1\r\n'
/** What a camera does with the requests of one connection: answers of a status and a body, then it hangs up. */
type Answers = readonly (readonly [status: string, body?: string])[]

const open = new Set<() => void>()
afterEach(() => {
  for (const close of open) close()
  open.clear()
})

/** Pulls a camera that does as told on each connection, the last time ever after; resolves when viewers are told. */
async function pulled(...connections: readonly Answers[]) {
  let tries = 0
  const sockets = new Set<Socket>()
  const camera = createServer(socket => {
    const answers = [...(connections[Math.min(tries, connections.length - 1)] ?? [])]
    tries += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', data => {
      const [status, body = ''] = answers.shift() ?? []
      if (status === undefined) return socket.destroy()
      const cseq = /CSeq: (\d+)/.exec(String(data))?.[1]
      socket.write(`RTSP/1.0 ${status}\r\nCSeq: ${cseq}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    })
  }).listen(0, '127.0.0.1')
  await once(camera, 'listening')
  const { port } = camera.address() as AddressInfo
  const interruptions: string[] = []
  const fault = await new Promise<string>(resolve => {
    const stop = startPull(
      { kind: 'rtsp', url: `rtsp://127.0.0.1:${port}/a`, network: 'any' },
      doorsTo(port).rules(),
      { init() {}, fragment() {}, interrupted: why => interruptions.push(why), fault: resolve },
    )
    open.add(() => {
      stop()
      camera.close()
      for (const socket of sockets) socket.destroy()
    })
  })
  // Nothing that was never seen is interrupted.
  expect(interruptions).toEqual([])
  return { fault, tries }
}

test.each<[string, Answers]>([
  ['is not able to describe its stream yet', [['503 Service Unavailable']]],
  ['is not able to play yet', [['200 OK', SDP], ['503 Service Unavailable']]],
  ['hangs up instead of answering', []],
  ['hangs up instead of playing', [['200 OK', SDP], ['200 OK']]],
])('a camera never seen that %s is tried again before its viewers are told', async (_, answers) => {
  expect((await pulled(answers)).tries).toBe(3)
  expect(await pulled(answers, [['404 Not Found']])).toEqual({ fault: 'noStream', tries: 2 })
})

test.each<[string, string, Answers]>([
  ['has no such stream', 'noStream', [['404 Not Found']]],
  ['has no picture in it', 'noStream', [['200 OK', 'v=0\r\n']]],
  ['asks for a password', 'wrongPassword', [['401 Unauthorized']]],
  ['refuses to play', 'noStream', [['200 OK', SDP], ['461 Unsupported Transport']]],
  ['has what no browser shows', 'unsupportedCodec', [['200 OK', SDP.replace('H264', 'H265')]]],
])('of a camera never seen that %s viewers are told at once', async (_, fault, answers) => {
  expect(await pulled(answers)).toEqual({ fault, tries: 1 })
})

test('a camera that is only asked whether it has its stream is asked for no picture', async () => {
  const asked: string[] = []
  const camera = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', data => {
      asked.push(...(String(data).match(/^[A-Z]+(?= rtsp)/gm) ?? []))
      const cseq = /CSeq: (\d+)/.exec(String(data))?.[1]
      socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${cseq}\r\nContent-Length: ${SDP.length}\r\n\r\n${SDP}`)
    })
  }).listen(0, '127.0.0.1')
  await once(camera, 'listening')
  const { port } = camera.address() as AddressInfo
  const source = { kind: 'rtsp', url: `rtsp://127.0.0.1:${port}/a`, network: 'any' } as const
  const left = new Promise(resolve => camera.on('connection', socket => socket.on('close', resolve)))
  const given = new AbortController().signal
  const probe = await probeSource(source, doorsTo(port).rules(), { depth: 'described', given })
  await left
  camera.close()
  expect(probe.reached).toBe(true)
  expect(probe.steps.map(({ step, ok }) => [step, ok])).toEqual(
    ['address', 'connect', 'signIn', 'describe'].map(step => [step, true]),
  )
  expect(asked).toEqual(['DESCRIBE'])
})
