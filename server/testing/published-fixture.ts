import type { PgTable } from 'drizzle-orm/pg-core'
import { newId } from '../platform/database/ids.ts'
import { ROOT_PATH } from '../platform/database/scope.ts'
import { SYSTEM } from '../platform/database/store.ts'
import type { Services } from '../platform/services.ts'
import type { Fixture } from './fixtures.ts'

/** A builder of the provider's released rows: each is the sample under its own name, unless `more` says otherwise. */
export function publishedRow<T extends PgTable>(table: T, sample: Partial<T['$inferInsert']>) {
  let built = 0
  return async ({ store }: Services, more: Partial<T['$inferInsert']> = {}) => {
    const number = ++built
    const row = {
      id: newId(),
      officePath: ROOT_PATH,
      chineseName: `样品 ${number}`,
      englishName: `Sample ${number}`,
      status: 'released' as const,
      ...sample,
      ...more,
    }
    await store
      .scoped(SYSTEM)
      .insert(table)
      .values(row as never)
    return row
  }
}

/** The fixture of a module with published records: drafts for most calls, a released one to withdraw. */
export const publishedFixture = (
  module: string,
  build: (services: Services, more?: { status: 'draft' }) => Promise<{ id: string }>,
): Fixture => ({
  module,
  row: ({ services }) => build(services, { status: 'draft' }),
  rowFor: { withdraw: ({ services }) => build(services) },
})
