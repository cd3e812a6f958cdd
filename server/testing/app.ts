import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import type { Endpoint, Input, Result } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import { type AppOptions, buildApp } from '../app.ts'
import type { CameraSide } from '../cameras/camera-side.ts'
import { plantedFaults } from '../demo/planted-faults.ts'
import { type Config, loadConfig } from '../platform/config.ts'
import type { DatabaseUrls } from '../platform/database/prepare.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { createEvents } from '../platform/events.ts'
import { openQueue } from '../platform/jobs/queue.ts'
import type { Services } from '../platform/services.ts'
import type { DeviceSide, LatestState } from '../telemetry/device-side.ts'
import { addPerson, addProgram, type NewPerson } from './person.ts'
import { type QuietEngine, quietEngine } from './quiet-engine.ts'
import { quietGb } from './quiet-gb.ts'
import { quietOnvif } from './quiet-onvif.ts'
import { type SeededOffice, seedOffices, testStore } from './store.ts'

/** A device side without a broker: tests set the states and can read disconnections. */
interface QuietDevices extends DeviceSide {
  states: Map<string, LatestState>
  disconnected: string[]
}
function quietDevices(): QuietDevices {
  const states = new Map<string, LatestState>()
  const disconnected: string[] = []
  return {
    mqttUrl: 'mqtt://127.0.0.1:1883',
    states,
    disconnected,
    intake: () => ({ broker: true, commits: true, rollups: true, behind: 0, oldestMs: 0 }),
    latest: id => states.get(id),
    stands: id => states.has(id),
    disconnect: id => void disconnected.push(id),
    requestRebirth: () => false,
    reach: () => 'away',
    command: () => {},
    commandNode: id => states.has(id),
  }
}

export interface Person {
  accountId: string
  officePath: string
  token: string
  /** `data` of a successful answer; throws for any other. */
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Result<E>>
  /** The whole answer, whatever it is. */
  ask<E extends Endpoint>(endpoint: E, input?: Partial<Asked>): Promise<LightMyRequestResponse>
}
interface Asked {
  params: Record<string, string>
  query: unknown
  body: unknown
  headers: Record<string, string>
}

/** The URL of a call, with its parameters filled in. */
function urlOf(path: string, { params = {}, query = {} }: Partial<Asked>): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as object))
    if (value !== undefined) search.append(name, String(value))
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}

export interface TestApp {
  app: FastifyInstance
  services: Services & { devices: QuietDevices; cameras: CameraSide & { media: QuietEngine } }
  /** Connects as the role that serves requests, as the threads of jobs do. */
  databaseUrl: string
  /** Connects as the owner of the tables. */
  ownerUrl: string
  /** For another process of the same server. */
  urls: DatabaseUrls
  offices: Record<'provider' | 'agent' | 'sharing' | 'closed' | 'team' | 'direct', SeededOffice>
  /** Signs in a new person. */
  as(who: NewPerson): Promise<Person>
  /** A program with a person's token that has these grants. */
  programOf(
    owner: Pick<Person, 'accountId' | 'officePath'>,
    grants: readonly Grant[],
  ): Promise<Pick<Person, 'ask' | 'token'>>
  /** Calls without a session. */
  stranger: Pick<Person, 'ask'>
  close(): Promise<void>
}

/** The real app on its own database, with the offices of `seedOffices`. */
export async function testApp(settings: Partial<Config> = {}, options: AppOptions = {}): Promise<TestApp> {
  const { store, urls, drop } = await testStore()
  const offices = await seedOffices(store)
  const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-app-'))
  const config = { ...loadConfig({ DATA_DIR: dataDir, APP_SECRET: 'x'.repeat(32) }), ...settings }
  const log = Fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } }).log
  const jobs = openQueue(urls.app, log)
  const services = {
    config,
    store,
    events: createEvents(),
    devices: quietDevices(),
    jobs,
    log,
    faults: plantedFaults(),
    cameras: { media: quietEngine(), simulatedPort: null, gb: quietGb(), onvif: quietOnvif() },
  }
  const app = buildApp(services, { openCallsAMinute: 100_000, ...options })
  await app.ready()

  const asker = (token?: string): Pick<Person, 'ask'> => ({
    ask: (endpoint, input = {}) => {
      const { body } = input
      return app.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, input),
        headers: { ...(token && { 'access-token': token }), ...input.headers },
        ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
      })
    },
  })

  const as = async (who: NewPerson): Promise<Person> => {
    const { accountId, token } = await store.transaction(SYSTEM, db => addPerson(db, who))
    const { ask } = asker(token)
    const call = async <E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Result<E>> => {
      const answer = await ask(endpoint, input as Partial<Asked>)
      if (answer.statusCode !== 200)
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.body}`)
      return answer.json().data
    }
    return { accountId, officePath: who.office.path, token, call, ask }
  }

  const programOf: TestApp['programOf'] = async ({ accountId, officePath }, grants) => {
    const token = await store.transaction(SYSTEM, db => addProgram(db, { accountId, officePath, grants }))
    return { token, ...asker(token) }
  }

  const close = async () => {
    await app.close()
    await jobs.stop()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    app,
    services,
    databaseUrl: urls.app,
    ownerUrl: urls.owner,
    urls,
    offices,
    as,
    programOf,
    stranger: asker(),
    close,
  }
}
