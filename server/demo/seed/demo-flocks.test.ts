import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { standardOf } from '#shared/standards/standards.ts'
import { asOwner } from '../../platform/database/connect.ts'
import { prepareDatabase } from '../../platform/database/prepare.ts'
import { emptyDatabase } from '../../testing/empty-database.ts'
import { replaceEndedFlocks } from './demo-flocks.ts'
import { seed } from './seed.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-flocks-'))
let demo: Awaited<ReturnType<typeof emptyDatabase>>
beforeAll(async () => {
  demo = await emptyDatabase()
  const config = { appSecret: demo.secret, dataDir, timeZone: 'Asia/Shanghai', demo: true }
  await prepareDatabase(demo.urls, demo.secret, owner => seed(owner, config))
})
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await demo.drop()
})

const replace = () => asOwner(demo.urls, owner => replaceEndedFlocks(owner, code => code !== 'GW-LB-02'))
/** Age of the birds in days by the house's clock, by the code of its controller. */
async function ages(): Promise<Record<string, number>> {
  const { rows } = await asOwner(demo.urls, owner =>
    owner.query<{ code: string; age: number }>(
      `select d.code, (now() at time zone o.time_zone)::date
         - coalesce(n.flock_hatched_on, n.flock_started_on) as age
       from house h join house_now n on n.house_id = h.id join office o on o.id = h.office_id
       join house_device s on s.house_id = h.id join device d on d.id = s.device_id`,
    ),
  )
  return Object.fromEntries(rows.map(({ code, age }) => [code, age]))
}
/** The demonstration has run, or stood still, for this many days. */
const pass = (days: number) =>
  asOwner(demo.urls, owner =>
    owner.query(
      `update flock set placed_on = placed_on - $1::integer, hatched_on = hatched_on - $1::integer,
        ended_on = ended_on - $1::integer`,
      [days],
    ),
  )

it('nobody is sold early', async () => {
  const before = await ages()
  expect(await replace()).toEqual([])
  expect(await ages()).toEqual(before)
})

it('broilers are sold at 42 days and replaced by chicks, pullets move at 17 weeks; hens stay', async () => {
  const before = await ages()
  await pass(36)
  const replaced = await replace()
  const after = await ages()
  const [first = 0, second = 0, third = 0, pullets = 0] = ['01', '02', '03', '04'].map(
    n => before[`EC-BV-${n}`],
  )
  expect(after).toMatchObject({
    'EC-BV-01': first + 36 - 42,
    'EC-BV-02': second + 36 - 42,
    'EC-BV-03': third + 36 - 42,
    'EC-BV-04': pullets + 36 - 119,
    'EC-WF-01': (before['EC-WF-01'] ?? 0) + 36,
    // Behind a gateway that nobody plays.
    'EC-LB-03': (before['EC-LB-03'] ?? 0) + 36,
  })
  expect(replaced).toHaveLength(4)
  expect(await replace()).toEqual([])
})

it('after years every house has birds of an age in its breed’s table; hens are housed at the age pullets are sold', async () => {
  await pass(1_500)
  await replace()
  const after = await ages()
  for (const code of ['EC-BV-01', 'EC-BV-02', 'EC-BV-03']) expect(after[code], code).toBeLessThan(42)
  for (const [code, breed] of [
    ['EC-WF-01', 'hyline-brown'],
    ['EC-WF-03', 'hyline-w36'],
    ['EC-HB-01', 'hyline-brown'],
  ] as const) {
    expect(after[code], code).toBeGreaterThanOrEqual(119)
    expect(after[code], code).toBeLessThan(standardOf(breed).lastAge)
  }
  expect(await replace()).toEqual([])
})
