import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Empty when the program is installed, otherwise why tests with it are skipped. */
export const noMosquitto = spawnSync('mosquitto', ['-h']).error ? ' (mosquitto is not installed)' : ''

/** A real MQTT 5 broker that keeps its sessions over a restart. */
export interface Mosquitto {
  readonly url: string
  start(): Promise<void>
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops the broker and removes its files. */
  remove(): Promise<void>
}

/** Starts it on a free port. `files` are written beside its configuration, which may refer to them as `{folder}/name`. */
export async function startMosquitto(
  lines: string[] = ['allow_anonymous true'],
  files: (folder: string) => void = () => {},
): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-mosquitto-'))
  files(folder)
  const port = await freePort()
  const config = [
    `listener ${port} 127.0.0.1`,
    `user ${userInfo().username}`,
    'persistence true',
    `persistence_location ${folder}/`,
    'autosave_interval 1',
    'autosave_on_changes true',
    'max_queued_messages 0',
    'log_type error',
    ...lines.map(line => line.replaceAll('{folder}', folder)),
  ]
  const file = join(folder, 'mosquitto.conf')
  writeFileSync(file, `${config.join('\n')}\n`)
  let running: ChildProcess | undefined

  const broker: Mosquitto = {
    url: `mqtt://127.0.0.1:${port}`,
    async start() {
      running = spawn('mosquitto', ['-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
      for (let tries = 0; !(await answers(port)); tries++) {
        if (tries > 300 || running.exitCode !== null) throw new Error('mosquitto does not start')
      }
    },
    async stop(signal = 'SIGTERM') {
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = once(running, 'exit')
      running.kill(signal)
      await ended
    },
    async remove() {
      await broker.stop()
      rmSync(folder, { recursive: true })
    },
  }
  await broker.start()
  return broker
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const answered = await new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => setTimeout(resolve, 20, false))
  })
  socket.destroy()
  return answered
}
