import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agents } from '#shared/contracts/agents.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'

const MIGRATION = '../../platform/database/migrations/0084_agents_without_application.sql'

let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

test('an office that was agent before there were applications is listed, once, by whoever leads it', async () => {
  const system = farm.services.store.scoped(SYSTEM)
  const file = readFileSync(new URL(MIGRATION, import.meta.url), 'utf8')
  const backfill = sql.raw(file.slice(0, file.indexOf(';')))
  const make = async (englishName: string) => {
    const id = newId()
    const { provider } = farm.offices
    const names = { chineseName: '', englishName }
    const [made] = await system
      .insert(office)
      .values({ id, parentId: provider.id, path: '', kind: 'agent', timeZone: 'UTC', ...names })
      .returning({ id: office.id, path: office.path })
    if (!made) throw new Error('There is no agent')
    return made
  }
  const led = await make('Agency Led')
  const empty = await make('Agency Empty')
  const leader = await farm.as({ office: led, kind: 3, grants: [] })
  await system.execute(backfill)
  await system.execute(backfill)
  const { items } = await staff.call(agents.list, { query: { size: 100 } })
  const of = ({ id }: { id: string }) => items.filter(({ officeId }) => officeId === id)
  expect(of(led)).toMatchObject([{ standing: 'passed', customers: 0, customer: 'Agency Led' }])
  expect(of(empty)).toMatchObject([{ standing: 'passed', customers: 0 }])
  const authors = await system.execute<{ office_id: string; author_id: string }>(
    sql`select office_id, author_id from agency`,
  )
  const authorOf = (id: string) => authors.rows.find(row => row.office_id === id)?.author_id
  expect(authorOf(led.id)).toBe(leader.accountId)
  expect(authorOf(empty.id)).not.toBe(leader.accountId)
})
