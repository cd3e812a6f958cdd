import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import { type TestStore, testStore } from '../testing/store.ts'
import { openStore, SYSTEM } from './database/store.ts'
import { inRound, roundFailed, roundsSoFar, startRounds } from './rounds.ts'

let database: TestStore
beforeAll(async () => {
  database = await testStore()
})
afterAll(() => database?.drop())

/** A log that keeps what was said, and how loud. */
function ear() {
  const said: [level: string, words: string][] = []
  const at = (level: string) => (_: unknown, words: string) => void said.push([level, words])
  return { said, log: { warn: at('warn'), error: at('error') } as never }
}
const known = (name: string) => roundsSoFar().find(round => round.name === name)
async function counted(round: string): Promise<number> {
  const told = await register.getSingleMetric('farm_failed_rounds_total')?.get()
  return told?.values.find(({ labels }) => labels.round === round)?.value ?? 0
}

test('a fault in a round is an error, counted, and stands in the monitor until a round goes well', async () => {
  const { said, log } = ear()
  const before = { ...known('quarantine'), counted: await counted('quarantine') }
  let isMended = false
  const db = database.store.scoped(SYSTEM)
  const running = startRounds({
    name: 'quarantine' as const,
    everyMs: 1,
    round: () => db.execute(isMended ? sql`select 1` : sql`select nothing_of_the_kind from house`),
    log,
  })
  await soon(() => expect(said.length).toBeGreaterThan(1))
  expect(new Set(said.map(line => line.join(': ')))).toEqual(new Set(['error: a round failed']))
  const failing = known('quarantine')
  expect(failing).toMatchObject({ failingSince: expect.any(String), failedAt: expect.any(String) })
  expect(failing?.fault).toContain('nothing_of_the_kind')
  expect(failing?.failed).toBeGreaterThan((before.failed ?? 0) + 1)
  isMended = true
  await soon(() => expect(known('quarantine')?.failingSince).toBeNull())
  await running.stop()
  expect(known('quarantine')?.fault).toContain('nothing_of_the_kind')
  expect(await counted('quarantine')).toBe(before.counted + said.length)
})

test('the database being away is a warning that says so, and no fault', async () => {
  const { said, log } = ear()
  const away = openStore({ app: 'postgres://x@127.0.0.1:1/none', ingest: 'postgres://x@127.0.0.1:1/none' })
  const { failed = 0, failingSince = null } = known('births') ?? {}
  await inRound('births', () => away.scoped(SYSTEM).execute(sql`select 1`)).catch(error =>
    roundFailed(log, 'births', error),
  )
  await away.close()
  expect(said).toEqual([['warn', 'a round waits for the database']])
  expect(known('births')).toMatchObject({ failed, failingSince })
})

test('a scheduled round that has not run yet is shown, another only once it has', () => {
  expect(known('rollups')).toBeDefined()
  expect(roundsSoFar().filter(({ name }) => name === 'rollups')).toHaveLength(1)
})

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('**/*.ts', { cwd: root, exclude: path => path.includes('test') }).map(path => ({
  path,
  text: readFileSync(`${root}${path}`, 'utf8'),
}))

test('nobody else takes a failure for an outage of the database', () => {
  const saying = sources.filter(({ text }) => /waits? for the database'/.test(text)).map(({ path }) => path)
  expect(saying).toEqual(['platform/rounds.ts'])
  const telling = sources.filter(({ text }) => /import .*isDatabaseUnavailable/.test(text))
  // Starting up and making a backup explain to the operator what is wrong.
  expect(telling.map(({ path }) => path).toSorted()).toEqual([
    'platform/backup/failed.ts',
    'platform/database/database-server.ts',
    'platform/database/trouble.ts',
  ])
})

/** Warnings about an error that is not ours: somebody else did not take what we handed over, or is to be told. */
const WARNED = [
  'demo/demo.ts',
  'features/system-monitor/backups/backup-clock.ts',
  'platform/jobs/jobs.ts',
  'platform/mail/mail.ts',
  'platform/push/push.ts',
  'platform/rounds.ts',
  'telemetry/broker.ts',
]

test('whoever catches an error of recurring work hands it over instead of warning of it', () => {
  const warned = sources.filter(({ text }) => /log\.warn\(\s*\{ err: /.test(text)).map(({ path }) => path)
  expect(warned.toSorted()).toEqual(WARNED)
})
