import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { nameAt, partialOf } from '../../../platform/backup/backup-folder.ts'
import { writeSteadily } from '../../../platform/backup/steady.ts'
import { SYSTEM } from '../../../platform/database/store.ts'
import { backupFailure, systemAlarm, systemProcess } from '../../../platform/database/tables/system.ts'
import { lockBackups } from '../../../platform/lock.ts'
import { type Person, type TestApp, testApp } from '../../../testing/app.ts'
import { openSampler } from '../sampler.ts'
import { noteLeftovers } from './backup-clock.ts'
import { backupKeeper } from './keeper.ts'

const HOUR = 3_600_000
const backupDir = mkdtempSync(join(tmpdir(), 'smart-farm-backups-'))
let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp({ backupDir, backupHour: 2 })
  const grants = ['dashboard_monitor:query', 'dashboard_monitor:add'] as const
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: [...grants] })
})
afterAll(async () => {
  await farm.close()
  rmSync(backupDir, { recursive: true, force: true })
})
const database = () => farm.services.store.scoped(SYSTEM)
beforeEach(async () => {
  for (const name of readdirSync(backupDir)) rmSync(join(backupDir, name), { recursive: true, force: true })
  for (const table of [backupFailure, systemAlarm, systemProcess]) await database().delete(table)
})

/** A backup that was made so many hours ago, of one file. */
async function buildBackup(hoursAgo: number): Promise<string> {
  const began = new Date(Date.now() - hoursAgo * HOUR)
  const folder = join(backupDir, nameAt(began))
  mkdirSync(folder)
  const written = await writeSteadily(join(folder, 'base.tar.zst'), [Buffer.alloc(1_000)])
  const manifest = {
    format: 1,
    beganAt: began.toISOString(),
    endedAt: new Date(began.getTime() + 90_000).toISOString(),
    version: '1.2.3',
    schema: '0062_backups',
    postgres: '18.4',
    files: [{ name: 'base.tar.zst', ...written }],
  }
  await writeSteadily(join(folder, 'manifest.json'), [Buffer.from(JSON.stringify(manifest))])
  return folder
}

async function sample(): Promise<void> {
  const sampler = await openSampler(farm.services, () => 0)
  await sampler.sample()
  sampler.stop()
}
const backups = async () => (await staff.call(systemMonitor.now)).backups
const standing = async () =>
  (await staff.call(systemMonitor.now)).alarms
    .filter(({ kind, clearedAt }) => kind === 'backup' && clearedAt === null)
    .map(({ subject }) => subject)
    .sort()
const told = async () => {
  const { items } = await staff.call(notices.list, { query: {} })
  return items.map(({ title }) => title).filter(title => title.includes('backup'))
}

test('the monitor lists the whole ones, newest first, and no other', async () => {
  expect(await backups()).toMatchObject({ kept: [], failures: [], folder: backupDir, hour: 2 })
  await buildBackup(30)
  const newest = await buildBackup(2)
  const damaged = await buildBackup(1)
  rmSync(join(damaged, 'base.tar.zst'))
  const { kept, isReadable } = await backups()
  expect(isReadable).toBe(true)
  expect(kept).toMatchObject([
    { name: newest.split('/').at(-1), bytes: 1_000, version: '1.2.3' },
    { bytes: 1_000 },
  ])
})

test('one that fails is noted with its reason and told once; it is over when one is made', async () => {
  await buildBackup(3)
  await staff.call(systemMonitor.backUp)
  // The database of this app is not one that it started itself.
  await vi.waitFor(async () =>
    expect((await backups()).failures).toMatchObject([{ reason: 'database', detail: 'it does not run' }]),
  )
  await sample()
  await sample()
  expect(await standing()).toEqual(['failed'])
  expect(await told()).toEqual(['A system backup failed'])
  await database()
    .update(backupFailure)
    .set({ failedAt: new Date(Date.now() - HOUR) })
  await buildBackup(0)
  await sample()
  expect(await standing()).toEqual([])
})

test('more than a day without one is told, with the day of the last', async () => {
  await buildBackup(27)
  await sample()
  expect(await standing()).toEqual(['old'])
  expect((await told())[0]).toMatch(/^No new system backup since \d{4}-\d\d-\d\d$/)
  await buildBackup(1)
  await sample()
  expect(await standing()).toEqual([])
})

test('what a dead process left is noted and cleared away, but not while another is at work', async () => {
  const keeper = backupKeeper(farm.services)
  mkdirSync(join(backupDir, partialOf(nameAt(new Date()))))
  const lock = lockBackups(backupDir)
  await noteLeftovers(farm.services, keeper)
  expect((await backups()).failures).toEqual([])
  lock?.release()
  await noteLeftovers(farm.services, keeper)
  await noteLeftovers(farm.services, keeper)
  expect((await backups()).failures).toMatchObject([{ reason: 'cut' }])
})

test('who only looks at the monitor begins none', async () => {
  const looker = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['dashboard_monitor:query'],
  })
  expect((await looker.ask(systemMonitor.backUp)).statusCode).toBe(403)
  expect((await backups()).runningSince).toBe(null)
})
