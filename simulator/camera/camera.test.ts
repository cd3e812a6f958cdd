import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import { FILM_PASSWORD, FILM_USER, filmHouses } from '../testing/filmed-house.ts'
import { buildHouse, live, SUMMER } from '../testing/house.ts'
import { readBarCode } from './bar-code.ts'
import { Encoder } from './encoder.ts'
import type { CameraServer } from './rtsp-server.ts'
import { HEIGHT, Scene, viewOf, WIDTH } from './scene.ts'

const NOON = SUMMER + 4 * 3_600_000
const AT = Date.parse('2026-07-20T04:05:06.789Z')

function scene(age: number, at = NOON) {
  const house = buildHouse('broiler', at, { age })
  live(house, 0.5, 10)
  const drawn = new Scene(1)
  return { house, drawn, view: viewOf('HZ-1', house) }
}
const lumaOf =
  ({ canvas }: Scene) =>
  (x: number, y: number) =>
    canvas.planes.y[Math.floor(y) * WIDTH + Math.floor(x)] ?? 0

test('every picture carries the moment it was drawn', () => {
  const { drawn, view } = scene(30)
  for (const at of [AT, AT + 83, AT + 3_600_000]) {
    drawn.draw(view, at)
    expect(readBarCode(lumaOf(drawn))).toBe(at)
  }
})

test('only what has moved is drawn anew: clock, code, fans that turn and birds that walk', () => {
  const { drawn, view } = scene(30)
  drawn.draw(view, AT)
  expect(drawn.canvas.changed.every(each => each === 1)).toBe(true)
  for (let i = 1; i <= 50; i++) drawn.draw(view, AT + i * 83)
  drawn.draw({ ...view, fans: view.fans.map(() => false), hasBirds: false }, AT + 60 * 83)
  drawn.draw({ ...view, fans: view.fans.map(() => false), hasBirds: false }, AT + 60 * 83 + 1)
  const still = drawn.canvas.changed.reduce((sum, each) => sum + each, 0)
  expect(still).toBeLessThanOrEqual(2)
  drawn.draw({ ...view, fans: view.fans.map(() => true), hasBirds: false }, AT + 60 * 83 + 2)
  expect(drawn.canvas.changed.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(still + 20)
})

test('birds grow with age, and at night the camera sees without colours', () => {
  const bright = (age: number) => {
    const { drawn, view } = scene(age)
    drawn.draw({ ...view, light: 1 }, AT)
    let count = 0
    for (let i = 180 * WIDTH; i < HEIGHT * WIDTH; i++) if ((drawn.canvas.planes.y[i] ?? 0) > 180) count++
    return count
  }
  expect(bright(40)).toBeGreaterThan(bright(15) * 1.5)
  const { drawn, view } = scene(30)
  drawn.draw({ ...view, light: 0, hasAlarm: false }, AT)
  expect(drawn.canvas.planes.u.every(each => each === 128)).toBe(true)
  drawn.draw({ ...view, light: 0.5, hasAlarm: false }, AT + 83)
  expect(drawn.canvas.planes.u.every(each => each === 128)).toBe(false)
})

test('a picture in which little moves takes little', () => {
  const { drawn, view } = scene(30)
  const encoder = new Encoder({ width: WIDTH, height: HEIGHT, framesPerSecond: 12 })
  const sizes = Array.from({ length: 24 }, (_, i) => {
    drawn.draw(view, AT + i * 83)
    const { nals } = encoder.encode(drawn.canvas.planes, drawn.canvas.changed, i === 0)
    return nals.reduce((sum, { length }) => sum + length, 0)
  })
  const [key = 0, ...others] = sizes
  expect(key).toBeLessThan(60_000)
  expect(Math.max(...others)).toBeLessThan(key / 2)
})

let server: CameraServer | undefined
afterEach(() => server?.stop())

async function ask(socket: Socket, text: string): Promise<string> {
  const answered = once(socket, 'data')
  socket.write(`${text}\r\n\r\n`)
  return String((await answered)[0])
}

test('the camera speaks RTSP to those who know its password, and films nobody else', async () => {
  server = await filmHouses()
  const socket = connect(server.port, '127.0.0.1')
  await once(socket, 'connect')
  const uri = `rtsp://127.0.0.1:${server.port}/HZ-1`
  expect(await ask(socket, `OPTIONS ${uri} RTSP/1.0\r\nCSeq: 1`)).toMatch(/^RTSP\/1\.0 200 OK\r\nCSeq: 1\r\n/)
  for (const header of [
    '',
    `\r\nAuthorization: Digest username="${FILM_USER}", nonce="mine", response="${FILM_PASSWORD}"`,
  ]) {
    const refused = await ask(socket, `DESCRIBE ${uri} RTSP/1.0\r\nCSeq: 2${header}`)
    expect(refused).toMatch(/^RTSP\/1\.0 401 /)
    expect(refused).toContain('WWW-Authenticate: Digest realm="simulator", nonce="')
  }
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await soon(() => expect(socket.destroyed).toBe(true))
})
