import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import nodeOptions from '../node-options.json' with { type: 'json' }
import { SUPERUSER } from '../platform/database/embedded/cluster.ts'
import { placeOf, removePrivate } from '../platform/database/embedded/place.ts'
import { isRunning, readPostmaster, stopLeftover } from '../platform/database/embedded/postmaster.ts'
import { DATABASE, socketUrl } from '../platform/database/embedded.ts'
import { APP, passwordOf } from '../platform/database/roles.ts'

/** The real server in its own process with its own database, on free ports and a fresh data folder. */
export interface RealServer {
  /** Without a trailing slash. */
  readonly url: string
  readonly mqttPort: number
  readonly dataDir: string
  readonly pid: number
  /** When it was last started. ms */
  readonly startedAt: number
  /** The end of what it has written since then. */
  readonly output: string
  /** Process id of the database server; undefined if none runs. */
  readonly databasePid: number | undefined
  /** Whether it accepts connections: false while it replays its log after a crash. */
  readonly isDatabaseReady: boolean
  /** Connection string that bypasses row-level security. */
  readonly superuserUrl: string
  /** Connection string of the role that serves requests; without a scope it sees nothing. */
  readonly appUrl: string
  /** Its environment, for running operator's commands beside it. */
  readonly env: Readonly<Record<string, string>>
  /** Starts it again after `kill` or `stop`: same ports, same data. */
  start(): Promise<void>
  /** kill -9 of the server; its database process lives on. */
  kill(): Promise<void>
  /** kill -9 of the database process. Returns its former id. */
  killDatabase(): number
  /** SIGTERM. Returns the exit code and how long it took; rejects after 20 s. */
  stop(): Promise<{ code: number | null; ms: number }>
  /** Ends whatever is left of it and deletes its data. */
  remove(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** However busy the machine: a server that fails to start ends by itself. */
const READY_MS = 180_000
const STOP_MS = 60_000
/** APP_SECRET of such a server. */
export const SECRET = 'the-secret-of-a-throw-away-server'

/**
 * Starts the server and waits until browsers and devices can connect. By default an empty installation with the
 * administrator `admin` / `throw-away`; `env` adds settings, `execArgv` adds Node options, and `from` names the data folder
 * of a stopped server to start from a copy of. Rejects with its output if it does not start. It ends with the process that
 * started it.
 */
export async function startRealServer(
  env: Record<string, string> = {},
  execArgv: string[] = [],
  from?: string,
): Promise<RealServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-run-'))
  chmodSync(dataDir, 0o755)
  // With file owners, and with the database itself if there is only a link to it.
  if (from) await promisify(execFile)('cp', ['-RLp', `${from}/.`, dataDir])
  const settings: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOST: '127.0.0.1',
    PORT: '0',
    MQTT_PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    ADMIN_LOGIN: 'admin',
    ADMIN_PASSWORD: 'throw-away',
    APP_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    TIME_ZONE: 'Asia/Shanghai',
    ...env,
  }
  const place = placeOf(dataDir)
  const urlOf = (role: string) =>
    socketUrl(place.socketDir, role, passwordOf(settings.APP_SECRET ?? SECRET, role), DATABASE)
  let child: ChildProcess | undefined
  let startedAt = 0
  let output = ''

  const start = async () => {
    output = ''
    startedAt = Date.now()
    const started = fork('server/main.ts', {
      cwd: ROOT,
      env: settings,
      execArgv: [...nodeOptions.flags, ...execArgv],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    const hear = (chunk: Buffer) => {
      output = (output + chunk).slice(-8_000)
    }
    started.stdout?.on('data', hear)
    started.stderr?.on('data', hear)
    const { url, mqttUrl } = await readiness(started, () => output)
    settings.PORT = new URL(url).port
    settings.MQTT_PORT = new URL(mqttUrl).port
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    if ((await Promise.race([ended, delay(STOP_MS, 'late', { ref: false })])) === 'late')
      throw new Error(`The server did not end in ${STOP_MS} ms after ${signal}:\n${output}`)
  }
  const runningDatabase = () => {
    const found = readPostmaster(place.cluster)
    return found && isRunning(found.pid, place.cluster) ? found : undefined
  }
  const remove = async () => {
    await end('SIGKILL')
    await stopLeftover(place.cluster)
    const linked = join(dataDir, 'postgres')
    const cluster = existsSync(linked) ? realpathSync(linked) : linked
    if (!cluster.startsWith(realpathSync(dataDir))) rmSync(dirname(cluster), { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
    removePrivate(place.socketDir)
  }
  await start().catch(async error => {
    await remove()
    throw error
  })
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    mqttPort: Number(settings.MQTT_PORT),
    dataDir,
    get pid() {
      return child?.pid ?? 0
    },
    get startedAt() {
      return startedAt
    },
    get output() {
      return output
    },
    get databasePid() {
      return runningDatabase()?.pid
    },
    get isDatabaseReady() {
      return runningDatabase()?.ready ?? false
    },
    superuserUrl: urlOf(SUPERUSER),
    appUrl: urlOf(APP),
    env: settings,
    start,
    kill: () => end('SIGKILL'),
    killDatabase: () => {
      const pid = runningDatabase()?.pid
      if (pid === undefined) throw new Error('The database does not run')
      process.kill(pid, 'SIGKILL')
      return pid
    },
    stop: async () => {
      const from = performance.now()
      await end('SIGTERM')
      return { code: child?.exitCode ?? null, ms: performance.now() - from }
    },
    remove,
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

interface Addresses {
  url: string
  mqttUrl: string
}

/** What the server prints about itself once everything runs. */
function readiness(child: ChildProcess, output: () => string): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`The server did not start (${why}):\n${output()}`))
    const timer = setTimeout(() => failed(`not ready in ${READY_MS} ms`), READY_MS)
    child.once('message', message => {
      clearTimeout(timer)
      resolve((message as { ready: Addresses }).ready)
    })
    // Not on exit: its last output would be missing.
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      failed(`ended with ${signal ?? code}`)
    })
  })
}
