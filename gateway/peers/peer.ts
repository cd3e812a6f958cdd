import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Table } from '#shared/register-maps/registers.ts'

const PYTHON = '/usr/bin/python3'
const fileAt = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Empty when pymodbus is installed, otherwise why tests with it are skipped. */
export const noPymodbus =
  spawnSync(PYTHON, ['-c', 'import pymodbus.server, serial']).status === 0
    ? ''
    : ' (python3-pymodbus is not installed)'
/** The same of other programs. */
export const without = (program: string): string =>
  spawnSync(program, ['-h']).error ? ` (${program} is not installed)` : ''

interface Wrote {
  unit: number
  table: Table
  address: number
  values: number[]
}

/** A real device made with pymodbus. */
export interface ModbusPeer {
  readonly port: number
  /** what was written to it, oldest first */
  readonly wrote: readonly Wrote[]
  set(unit: number, table: Table, address: number, ...values: number[]): Promise<void>
  get(unit: number, table: Table, address: number, count?: number): Promise<number[]>
  /** any other order of `controller.py` */
  order(what: object): Promise<void>
  /** it is unplugged */
  stop(): Promise<void>
}

type Where = ['tcp', number] | ['rtu-over-tcp', number] | ['rtu', string, number]

/** Starts one with these units on its bus. */
export async function startPeer(units: readonly number[], ...where: Where): Promise<ModbusPeer> {
  const child = spawn(PYTHON, [fileAt('controller.py'), ...where.map(String)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const wrote: Wrote[] = []
  const answers: ((answer: { values?: number[] }) => void)[] = []
  let tellReady: (port: number) => void = () => {}
  const ready = new Promise<number>(resolve => {
    tellReady = resolve
  })
  createInterface({ input: child.stdout }).on('line', line => {
    const said = JSON.parse(line) as { ready?: number; wrote?: Wrote; values?: number[] }
    if (said.wrote) wrote.push(said.wrote)
    else if (said.ready !== undefined) tellReady(said.ready)
    else answers.shift()?.(said)
  })
  const ask = (what: object) =>
    new Promise<{ values?: number[] }>(resolve => {
      answers.push(resolve)
      child.stdin.write(`${JSON.stringify(what)}\n`)
    })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('controller.py ended')))
  failed.catch(() => {})
  const port = await Promise.race([ask({ units }).then(() => ready), failed])
  return {
    port,
    wrote,
    set: async (unit, table, address, ...values) =>
      void (await ask({ set: { unit, table, address, values } })),
    get: async (unit, table, address, count = 1) =>
      (await ask({ get: { unit, table, address, count } })).values ?? [],
    order: async what => void (await ask(what)),
    stop: () => ended(child, 'SIGKILL'),
  }
}

/** A TCP port of this computer that is free now. */
export const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Ends a child and waits for it. */
export async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.kill(signal)
  await over
}
