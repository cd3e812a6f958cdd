import { and, asc, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { isWithin } from '../../people/offices/within-reach.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'
import { isDepartment } from './customer-changes.ts'
import { nameOf } from './customers.queries.ts'

const OPTIONS = 100

interface Asked {
  db: Db
  viewer: Viewer
  language: Language
  query: { search?: string | undefined }
}

const officesWhere =
  (conditionFor: (viewer: Viewer) => SQL | undefined) =>
  ({ db, viewer, language, query: { search } }: Asked) =>
    db
      .select({ id: office.id, name: nameOf(office, language) })
      .from(office)
      .where(
        and(
          conditionFor(viewer),
          isNull(office.deletedAt),
          search
            ? or(...[office.chineseName, office.englishName].map(column => ilike(column, anywhere(search))))
            : undefined,
        ),
      )
      .orderBy(asc(nameOf(office, language)), office.id)
      .limit(OPTIONS)

/** Picker: who can look after a customer. */
export const managerOptions = officesWhere(viewer => and(isDepartment, isWithin(viewer)))
/** Picker: agents that customers belong to, including those whose rights have ended. */
export const agentOptions = officesWhere(
  () => sql`(${office.kind} = 'agent' or exists (select from agency a
    where a.office_id = ${office}.id and a.state in ('passed', 'revoked')))`,
)
