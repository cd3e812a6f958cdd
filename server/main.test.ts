import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import nodeOptions from './node-options.json' with { type: 'json' }
import { placeOf } from './platform/database/embedded/place.ts'

const root = mkdtempSync(join(tmpdir(), 'smart farm main '))
const dataDir = join(root, 'data')
const running: ChildProcess[] = []

interface Started {
  process: ChildProcess
  /** Undefined if it ended instead. */
  ready: { url: string; mqttUrl: string } | undefined
  code: number | null
  said: () => string
}

/** A real server, by default with an empty installation, and its output until it is ready or has ended. */
function start(env: Record<string, string>): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'main.ts'), [], {
    execArgv: nodeOptions.flags,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: 'off',
      HOST: '127.0.0.1',
      ...env,
    },
  })
  running.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', part => {
      text += part
    })
  const started = { process: child, said: () => text }
  return new Promise(resolve => {
    child.once('message', message =>
      resolve({ ...started, code: null, ready: (message as { ready: NonNullable<Started['ready']> }).ready }),
    )
    child.once('close', code => resolve({ ...started, code, ready: undefined }))
  })
}

const stopped = ({ process }: Started, signal: NodeJS.Signals) =>
  new Promise<number | null>(resolve => {
    process.once('exit', resolve)
    process.kill(signal)
  })

let taken: Server
let takenPort: string

beforeAll(async () => {
  taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  takenPort = typeof address === 'object' ? String(address?.port) : ''
})
afterAll(() => {
  taken.close()
  for (const child of running) child.kill('SIGKILL')
  const { cluster } = placeOf(dataDir)
  if (cluster.startsWith('/var/lib/smart-farm-')) rmSync(dirname(cluster), { recursive: true, force: true })
  rmSync(root, { recursive: true, force: true })
})

describe('a server that cannot start says why in one sentence', () => {
  it.each([
    ['a wrong variable', () => ({ PORT: 'x' }), 'Cannot start: PORT must be a port number from 0 to 65535\n'],
    [
      'a public address without TLS',
      () => ({ HOST: '0.0.0.0' }),
      /^Cannot start: HOST 0\.0\.0\.0 can be reached[^\n]*\n$/,
    ],
    [
      'the port of the web in use',
      () => ({ PORT: takenPort }),
      /^Cannot start: Port \d+ is used by another program: stop it, or set PORT to another port\n$/,
    ],
    [
      'the port of the devices in use',
      () => ({ MQTT_PORT: takenPort }),
      /^Cannot start: Port \d+ is used by another program: stop it, or set MQTT_PORT to another port\n$/,
    ],
    [
      'a database that does not answer',
      () => ({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }),
      /^Cannot start: The database cannot be reached[^\n]*\n$/,
    ],
  ])('%s', async (_what, env, sentence) => {
    const server = await start({ LOG_LEVEL: 'silent', ...env() })
    expect(server.said()).toMatch(sentence)
    expect(server.code).toBe(1)
  })
})

describe('a server', () => {
  it('answers, refuses a second one on its data folder, and stops when asked', async () => {
    const server = await start({ LOG_LEVEL: 'warn' })
    expect(server.said(), 'started').toContain('Smart Farm')
    const health = await fetch(`${server.ready?.url}/api/health`)
    expect(health.status).toBe(200)
    const second = await start({ LOG_LEVEL: 'silent' })
    expect(second.said()).toMatch(
      /^Cannot start: DATA_DIR: Smart Farm already runs on .* \(process \d+, http:[^\n]*\n$/,
    )
    expect(await stopped(server, 'SIGTERM')).toBe(0)
  })

  it('starts again after kill -9, and stops when the process that started it is gone', async () => {
    const killed = await start({ LOG_LEVEL: 'silent' })
    expect(await stopped(killed, 'SIGKILL')).toBeNull()
    const server = await start({ LOG_LEVEL: 'silent' })
    expect(server.ready?.mqttUrl).toMatch(/^mqtt:\/\/127\.0\.0\.1:\d+$/)
    const ended = new Promise(resolve => server.process.once('exit', resolve))
    server.process.disconnect()
    expect(await ended).toBe(0)
  })

  it('refuses to make a demonstration of a real installation', async () => {
    const server = await start({ LOG_LEVEL: 'silent', DEMO: 'on' })
    expect(server.said()).toBe(
      'Cannot start: This database holds a real installation: start it with DEMO=off\n',
    )
  })
})
