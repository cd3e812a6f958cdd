import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { figuresOf } from '../farm/alarms/replay/replay-figures.ts'
import { playStored, storedHouses, storedRules } from '../farm/alarms/replay/stored-houses.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { houseDevice } from '../platform/database/tables/farms.ts'
import { buildAlarmRule } from '../testing/alarm-rules.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { buildDevice, buildFlock, buildHouse } from '../testing/farm-builder.ts'
import { storeReports } from '../testing/stored-reports.ts'

const MINUTE = 60_000
const DAY = 86_400_000
let folder: string
let farm: TestApp
beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'replay-')), 'barn')
  mkdirSync(folder)
  const clock = (minute: number) => new Date(Date.UTC(2026, 2, 25, 15, minute)).toISOString()
  // Two nights of ammonia: once for half an hour, once only for a moment.
  const rows = Array.from(
    { length: 240 },
    (_, i) => `${clock(i)},${i >= 60 && i < 90 ? 60 : i === 120 ? 60 : 8},24`,
  )
  writeFileSync(join(folder, 'a.csv'), ['time,NH3,temp', ...rows].join('\n'))
  writeFileSync(
    join(folder, 'faults.csv'),
    `house,fault,from,to,alarms\nbarn,belt,${clock(58)},${clock(95)},AmmoniaHigh HighNH3\n`,
  )
  farm = await testApp()
})
afterAll(async () => {
  rmSync(dirname(folder), { recursive: true, force: true })
  await farm.close()
})

const told = { placedOn: '2026-03-01', birds: 20_000, timeZone: 'Asia/Shanghai' }
function run(about: object | null, ...args: string[]) {
  if (about) writeFileSync(join(folder, 'house.json'), JSON.stringify(about))
  const program = new URL('./replay.ts', import.meta.url).pathname
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
}

test('a folder is played, as a table and for machines', () => {
  const { stdout, stderr, status } = run(told, folder, '--json')
  expect([stderr, status]).toEqual(['', 0])
  const { rules, nightCalls, faults } = JSON.parse(stdout)
  expect(rules).toMatchObject([{ code: 'AmmoniaHigh', level: 'critical', alarms: 1 }])
  expect(nightCalls).toBe(1)
  expect(faults).toMatchObject([{ fault: 'belt', by: 'AmmoniaHigh' }])
  const table = run(null, folder)
  expect(table.stdout).toContain('Too much ammonia (NH3) in the house (AmmoniaHigh)')
  const own = { metric: 'Climate/Temp/Avg', direction: 'above', limit: 23 }
  const withRule = run({ ...told, rules: [own] }, folder, '--json')
  expect(JSON.parse(withRule.stdout).rules.map(({ code }: { code: string }) => code)).toContain(
    'FarmRule.above:Climate/Temp/Avg',
  )
})

test('help is told, and nonsense is refused with a word and a status', () => {
  expect(run(null, '--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run replay') })
  for (const [args, words] of [
    [[], 'Name one folder, or say --stored'],
    [[folder, '--stored'], 'Name one folder, or say --stored'],
    [[folder, '--type', 'duck'], 'Options, type:'],
    [[folder, '--birds', 'many'], 'Options, birds:'],
    [[folder, '--colour'], '--colour'],
    [['--stored', '--days', '0'], '--days must be a whole number'],
  ] as const)
    expect(run(null, ...args)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(words),
    })
})

test('stored readings are played flock by flock with the rules of their farm, and nothing is changed', async () => {
  const { services, offices } = farm
  const device = await buildDevice(services, offices.direct, { type: 'controller' })
  const made = await buildHouse(services, offices.direct, {
    deviceIds: [device.id],
    name: 'Played again',
    type: 'broiler',
  })
  const since = Math.floor(Date.now() / DAY) * DAY - 3 * DAY
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  await buildFlock(services, offices.direct, { houseId: made.id, placedOn: day(since - 20 * DAY) })
  const db = services.store.scoped(SYSTEM)
  await db
    .update(houseDevice)
    .set({ from: new Date(since - DAY) })
    .where(eq(houseDevice.deviceId, device.id))
  await buildAlarmRule(services, offices.direct, {
    metric: 'Climate/Hum/Avg',
    direction: 'above',
    limit: 70,
    forMinutes: 5,
  })
  const reports = Array.from({ length: 120 }, (_, i) => ({
    at: since + i * MINUTE,
    values: [i >= 30 && i < 50 ? 75 : 60, i >= 60 && i < 90 ? 40 : 8, 1],
  }))
  await storeReports(services, device.id, ['Climate/Hum/Avg', 'Air/NH3/S1', 'Power/MainsOk'], reports)
  await services.store.transaction(SYSTEM, async read => {
    await read.execute(sql`set transaction read only`)
    const [house] = await storedHouses(read, 'Played again')
    if (!house) throw new Error('no house')
    const played = await playStored(read, house, await storedRules(read), [since, since + DAY])
    if (!played) throw new Error('no readings')
    expect(figuresOf([played]).rules.map(({ code, level }) => [code, level])).toEqual([
      ['FarmRule.above:Climate/Hum/Avg', 'warning'],
      ['AmmoniaHigh', 'critical'],
    ])
    expect(await playStored(read, house, [], [since - 9 * DAY, since - 8 * DAY])).toBeNull()
  })
})
