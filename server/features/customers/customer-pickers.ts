import { and, asc, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { office } from '../../database/tables/offices.ts'
import { anywhere } from '../../http/lists.ts'
import { isDepartment } from './customer-changes.ts'
import { nameOf } from './customers.queries.ts'

const OPTIONS = 100

interface Asked {
  db: Db
  language: Language
  query: { search?: string | undefined }
}

const officesWhere =
  (condition: SQL | undefined) =>
  ({ db, language, query: { search } }: Asked) =>
    db
      .select({ id: office.id, name: nameOf(office, language) })
      .from(office)
      .where(
        and(
          condition,
          isNull(office.deletedAt),
          search
            ? or(...[office.chineseName, office.englishName].map(column => ilike(column, anywhere(search))))
            : undefined,
        ),
      )
      .orderBy(asc(nameOf(office, language)), office.id)
      .limit(OPTIONS)

/** Picker: who can look after a customer. */
export const managerOptions = officesWhere(isDepartment)
/** Picker: agents that customers belong to. */
export const agentOptions = officesWhere(eq(office.kind, 'agent'))
