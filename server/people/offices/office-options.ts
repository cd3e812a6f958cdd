import { and, ilike, isNull, or, sql } from 'drizzle-orm'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { anywhere } from '../../platform/http/lists.ts'

const OPTIONS = 100

/** Picker: customers and their nodes within the scope of `db`, by name. */
export async function officeOptions(db: Db, search: string | undefined, language: Language) {
  const name = nameIn(language, office)
  return db
    .select({ id: office.id, name })
    .from(office)
    .where(
      and(
        isNull(office.deletedAt),
        sql`${office.farmPath} is not null`,
        search
          ? or(ilike(office.chineseName, anywhere(search)), ilike(office.englishName, anywhere(search)))
          : undefined,
      ),
    )
    .orderBy(name, office.id)
    .limit(OPTIONS)
}
