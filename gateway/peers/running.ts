import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { ended } from './peer.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The real gateway in a process of its own. */
export interface RunningGateway {
  readonly folder: string
  /** everything it said */
  said(): string
  start(): void
  /** kill -9 */
  kill(): Promise<void>
  /** SIGTERM */
  stop(): Promise<void>
  /** Stops it and deletes its files. */
  remove(): Promise<void>
  /** Runs it with these arguments until it ends: what it says, and how. */
  ask(...args: string[]): Promise<{ code: number | null; text: string }>
  /** `--check`: what it says and how it ends. */
  check(language: 'zh' | 'en'): Promise<{ code: number | null; text: string }>
}

/** A gateway with this configuration, not yet started. `storage` is in a fresh folder; `env` is added to our own. */
export function gatewayWith(
  config: object,
  more: Record<string, string> = {},
  env: Record<string, string> = {},
): RunningGateway {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-gateway-'))
  const file = join(folder, 'farm.yaml')
  for (const [name, text] of Object.entries(more)) writeFileSync(join(folder, name), text)
  writeFileSync(file, stringify({ storage: { folder: 'memory' }, ...config }))
  let child: ChildProcess | undefined
  let said = ''
  const run = (...args: string[]) => {
    const started = fork('gateway/main.ts', ['--config', file, ...args], {
      cwd: ROOT,
      execArgv: [],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', chunk => {
        said += chunk
        if (process.env.TEST_LOG) process.stderr.write(chunk)
      })
    return started
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child) await ended(child, signal)
  }
  const ask = async (...args: string[]) => {
    said = ''
    const started = run(...args)
    child = started
    const code = await new Promise<number | null>(resolve => started.once('close', resolve))
    return { code, text: said }
  }
  return {
    folder,
    said: () => said,
    start() {
      child = run()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async remove() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
    ask,
    check: language => ask('--check', '--language', language),
  }
}
