import { and, arrayContains, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { CageType, CageTypeFilter } from '#shared/contracts/cage-types.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { nameIn } from '../../database/name-in.ts'
import type { Db } from '../../database/store.ts'
import { house } from '../../database/tables/farms.ts'
import { cageType } from '../../database/tables/house-groups.ts'
import { refuse } from '../../http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../http/lists.ts'

const OPTIONS = 100

/** Columns with their tables: in a query of one table drizzle names them alone, which here would be the house's. */
const houses = sql<number>`(select count(*)::int from ${house}
  where ${house}.cage_type_id = ${cageType}.id and ${house}.deleted_at is null)`

const sortable = (language: Language) => ({
  name: nameIn(language, cageType),
  layout: cageType.layout,
  tiers: cageType.tiers,
  rows: cageType.rows,
  status: cageType.status,
  houses,
  createdAt: cageType.createdAt,
})

const typesWhere = (db: Db, condition: SQL | undefined, total = uncounted) =>
  db.select({ row: cageType, houses, total }).from(cageType).where(condition)

export type FoundCageType = Awaited<ReturnType<typeof typesWhere>>[number]

/** The type as the API shows it. */
export function shownCageType({
  row: { officePath: _, createdAt, ...row },
  houses,
}: FoundCageType): CageType {
  return { ...row, houses, createdAt: createdAt.toISOString() }
}

type Filter = z.output<typeof CageTypeFilter>

const named = (search: string) =>
  or(ilike(cageType.chineseName, anywhere(search)), ilike(cageType.englishName, anywhere(search)))

const matching = ({ search, status, layout }: Filter) =>
  and(
    search ? named(search) : undefined,
    status && eq(cageType.status, status),
    layout && eq(cageType.layout, layout),
  )

/** Ids of the types under these filters, in the order of the list. */
export async function cageTypeIds(
  db: Db,
  { sort, ...filter }: Filter & { sort?: string | undefined },
  language: Language,
) {
  const rows = await db
    .select({ id: cageType.id })
    .from(cageType)
    .where(matching(filter))
    .orderBy(...orderOf(sort, sortable(language), 'name', cageType.id))
  return rows.map(({ id }) => id)
}

/** The types of these ids as the API shows them, in no order. */
export const cageTypesById = async (db: Db, ids: readonly string[]) =>
  (await typesWhere(db, inArray(cageType.id, [...ids]))).map(shownCageType)

/** One page of the types, by name unless asked otherwise. */
export async function listCageTypes(db: Db, query: z.output<typeof PageQuery> & Filter, language: Language) {
  const condition = matching(query)
  const total = db.$count(cageType, condition)
  const rows = await typesWhere(db, condition, total)
    .orderBy(...orderOf(query.sort, sortable(language), 'name', cageType.id))
    .limit(query.size)
    .offset(skipped(query))
  return { total: await totalOf(rows, total), items: rows.map(shownCageType) }
}

/** How many types there are in each status. */
export const countCageTypes = (db: Db, { by, ...filter }: Filter & { by: 'status' }) =>
  countedBy(db, cageType, cageType[by], matching(filter))

/** The type, or a refusal when there is none. */
export async function findCageType(db: Db, id: string): Promise<FoundCageType> {
  const [found] = await typesWhere(db, eq(cageType.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** Picker: released types, those for a type of house only where it is said. */
export function cageTypeOptions(
  db: Db,
  { search, houseType }: { search?: string | undefined; houseType?: HouseType | undefined },
  language: Language,
) {
  const name = nameIn(language, cageType)
  return db
    .select({ id: cageType.id, name })
    .from(cageType)
    .where(
      and(
        eq(cageType.status, 'released'),
        search ? named(search) : undefined,
        houseType && arrayContains(cageType.houseTypes, [houseType]),
      ),
    )
    .orderBy(name, cageType.id)
    .limit(OPTIONS)
}
