import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { episodesOf, flockVerdicts } from '#shared/flock-alarms.ts'
import { knownDays, recentRecords } from '../../farm/alarms/flock-rules/flock-days.ts'
import { openFlocks } from '../../farm/alarms/flock-rules/open-flocks.ts'
import { asOwner } from '../../platform/database/connect.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { openStore, type Store, SYSTEM } from '../../platform/database/store.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { lossesOf, tellDemoDays } from './demo-records.ts'
import { troubleOf } from './demo-trouble.ts'
import { fleetGateways } from './houses.ts'
import { seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-records-'))
let demo: Awaited<ReturnType<typeof emptyDatabase>>
let store: Store
beforeAll(async () => {
  demo = await emptyDatabase()
  const config = { appSecret: demo.secret, dataDir, timeZone: 'Asia/Shanghai', demo: true }
  await prepareDatabase(demo.urls, demo.secret, owner => seed(owner, config))
  await asOwner(demo.urls, owner => tellDemoDays(owner, () => true))
  store = openStore(demo.urls)
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await store.close()
  await demo.drop()
})

it('of all flocks of the demonstration only the one in trouble was ever an alarm', async () => {
  const db = store.scoped(SYSTEM)
  const flocks = await openFlocks(db, { after: '', most: 100 })
  expect(flocks.length).toBeGreaterThan(10)
  const now = Date.now()
  const records = await recentRecords(
    db,
    flocks.map(({ id }) => id),
    now,
  )
  const bad = new Set<string>()
  for (const flock of flocks) {
    const known = { records: records.get(flock.id) ?? [], isCounted: false, now }
    const verdicts = flockVerdicts(flock, await knownDays(db, flock, known))
    if (Object.values(verdicts).flatMap(episodesOf).length > 0) bad.add(flock.id)
  }
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ id: string; code: string }>(
      `select f.id, d.code from flock f join house_device s on s.house_id = f.house_id
       join device d on d.id = s.device_id where d.type = 'controller'`,
    ),
  )
  const inTrouble = rows.filter(({ code }) => troubleOf(code, 'en-US') !== null)
  expect([...bad]).toEqual(inTrouble.map(({ id }) => id))
})

it('what people record of losses is what the controllers are told to count, every day', async () => {
  const gateways = await asOwner(demo.urls, owner =>
    fleetGateways(
      owner,
      () => true,
      () => 'secret',
    ),
  )
  const told = new Map(gateways.flatMap(({ devices }) => devices.map(({ code, house }) => [code, house])))
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ code: string; days: number[] }>(
      `select d.code, array_agg(r.dead + r.culled order by r.day) as days from flock_record r
       join flock f on f.id = r.flock_id join house_device s on s.house_id = f.house_id
       join device d on d.id = s.device_id where d.type = 'controller' and f.ended_on is null group by d.code`,
    ),
  )
  expect(rows.length).toBeGreaterThan(10)
  for (const { code, days } of rows) {
    const house = told.get(code)
    if (!house) continue
    expect(lossesOf(code, house).slice(0, days.length), code).toEqual(days)
  }
})
