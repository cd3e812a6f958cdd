import { sql } from 'drizzle-orm'
import type { Unheard } from '#shared/contracts/system-monitor.ts'
import type { Db } from '../../platform/database/store.ts'
import { ABOVE, agentsPeople, managersOf, type Told } from '../customers/people.ts'
import { notingNobody } from './unreached.ts'

const grants = ABOVE

/** The paths of all offices above one. */
const pathsAbove = (path: string): string[] =>
  path
    .split('.')
    .slice(0, -2)
    .map((_, i, numbers) => `${numbers.slice(0, i + 1).join('.')}.`)

/** Who speaks for the offices above a customer: the project manager, and its agents' people. One of them without is recorded. */
export async function peopleAbove(db: Db, farmPath: string, business: Unheard): Promise<Told[]> {
  const managers = await managersOf(db, farmPath, grants)
  const told = await notingNobody(db, managers, { side: 'provider', path: farmPath, business, grants })
  const { rows } = await db.execute<{ path: string }>(sql`
    select o.path from office o where o.path = any(${sql.param(pathsAbove(farmPath))}::text[]) and is_agent(o)`)
  const people = [...told]
  for (const { path } of rows) {
    const meant = { side: 'agent', path, business, grants } as const
    people.push(...(await notingNobody(db, await agentsPeople(db, sql`${path}`), meant)))
  }
  return people
}
