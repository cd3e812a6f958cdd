import { and, count, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { GroupCandidate, HouseGroup, HouseGroupFilter } from '#shared/contracts/house-groups.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Urgency } from '#shared/house-urgency.ts'
import type { Language } from '#shared/text.ts'
import { urgencyOfHouse } from '../../farm/houses/house-urgency.ts'
import { isOfCustomerOf } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import { houseGroup } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

const OPTIONS = 100

const housesIn = sql<number>`(select count(*)::int from ${house}
  where ${house}.group_id = ${houseGroup}.id and ${house}.deleted_at is null)`

const sortable = { name: houseGroup.name, houses: housesIn, createdAt: houseGroup.createdAt }

const groupsWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({
      row: houseGroup,
      officeName: nameIn(language, office),
      farmPath: office.farmPath,
      total,
    })
    .from(houseGroup)
    .innerJoin(office, eq(office.id, houseGroup.officeId))
    .where(condition)

export type FoundGroup = Awaited<ReturnType<typeof groupsWhere>>[number]

interface Tally {
  groupId: string | null
  /** Null if the viewer may not see it. */
  urgency: Urgency | null
  houses: number
}

/** Houses of these groups by urgency, in one statement. */
async function tallies(db: Db, groupIds: string[]): Promise<Tally[]> {
  if (groupIds.length === 0) return []
  const each = db
    .select({
      groupId: house.groupId,
      urgency:
        sql<Urgency | null>`case when ${houseNow.houseId} is not null then ${urgencyOfHouse(houseNow.state, house.id)} end`.as(
          'urgency',
        ),
    })
    .from(house)
    .leftJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(and(inArray(house.groupId, groupIds), isNull(house.deletedAt)))
    .as('each')
  return db
    .select({ groupId: each.groupId, urgency: each.urgency, houses: count() })
    .from(each)
    .groupBy(each.groupId, each.urgency)
}

async function shown(db: Db, groups: readonly FoundGroup[]): Promise<HouseGroup[]> {
  const ids = groups.map(({ row }) => row.id)
  const ofGroup = Map.groupBy(await tallies(db, ids), ({ groupId }) => groupId)
  return groups.map(({ row, officeName }) => {
    const own = ofGroup.get(row.id) ?? []
    const of = (...urgencies: Tally['urgency'][]) =>
      own.reduce((sum, { urgency, houses }) => sum + (urgencies.includes(urgency) ? houses : 0), 0)
    const { id, name, officeId, remarks, version } = row
    return {
      id,
      name,
      officeId,
      officeName,
      remarks,
      version,
      notShared: of(null),
      houses: own.reduce((sum, { houses }) => sum + houses, 0),
      states: { normal: of('normal', 'watch'), alarm: of('emergency', 'alarm'), offline: of('offline') },
      createdAt: row.createdAt.toISOString(),
    }
  })
}

type Filter = z.output<typeof HouseGroupFilter>

const matching = ({ search, officeId }: Filter) =>
  and(
    search ? ilike(houseGroup.name, anywhere(search)) : undefined,
    officeId === undefined ? undefined : eq(houseGroup.officeId, officeId),
  )

/** Ids of the groups that match these filters, in the order of the list. */
export async function groupIds(db: Db, { sort, ...filter }: Filter & { sort?: string | undefined }) {
  const rows = await db
    .select({ id: houseGroup.id })
    .from(houseGroup)
    .where(matching(filter))
    .orderBy(...orderOf(sort, sortable, 'name', houseGroup.id))
  return rows.map(({ id }) => id)
}

/** The groups of these ids as the API shows them, in no order. */
export const groupsById = async (db: Db, ids: readonly string[], language: Language) =>
  shown(db, await groupsWhere(db, language, inArray(houseGroup.id, [...ids])))

/** One page of the groups, by name by default. */
export async function listGroups(db: Db, query: z.output<typeof PageQuery> & Filter, language: Language) {
  const condition = matching(query)
  const total = db.$count(houseGroup, condition)
  const rows = await groupsWhere(db, language, condition, total)
    .orderBy(...orderOf(query.sort, sortable, 'name', houseGroup.id))
    .limit(query.size)
    .offset(skipped(query))
  const items = await shown(db, rows)
  return { total: await totalOf(rows, total), items, seen: seenIn(rows, items) }
}

/** The farms whose data is in these groups: the states of their houses. */
export const seenIn = (rows: readonly FoundGroup[], groups: readonly HouseGroup[]) =>
  rows.flatMap(({ farmPath }, i) =>
    Object.values(groups[i]?.states ?? {}).some(houses => houses > 0) ? [{ farmPath }] : [],
  )

/** The group; refused when it is not in the viewer's scope. */
export async function findGroup(db: Db, id: string, language: Language): Promise<FoundGroup> {
  const [found] = await groupsWhere(db, language, eq(houseGroup.id, id))
  if (!found) throw refuse.notFound()
  return found
}

/** The group as the API shows it. */
export async function shownGroup(db: Db, found: FoundGroup): Promise<HouseGroup> {
  const [group] = await shown(db, [found])
  if (!group) throw refuse.notFound()
  return group
}

/** The houses of the group's customer in the viewer's scope, by name, with the group each is in. */
export async function groupCandidates(db: Db, { farmPath }: FoundGroup): Promise<GroupCandidate[]> {
  return db
    .select({
      id: house.id,
      name: house.name,
      type: house.type,
      groupId: houseGroup.id,
      groupName: houseGroup.name,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(houseGroup, eq(houseGroup.id, house.groupId))
    .where(and(isNull(house.deletedAt), eq(office.farmPath, farmPath ?? '')))
    .orderBy(house.name, house.id)
}

/** Picker. */
export const groupOptions = (
  db: Db,
  { search, customerOf }: { search?: string | undefined; customerOf?: string | undefined },
) =>
  db
    .select({ id: houseGroup.id, name: houseGroup.name })
    .from(houseGroup)
    .where(
      and(
        search ? ilike(houseGroup.name, anywhere(search)) : undefined,
        customerOf === undefined ? undefined : isOfCustomerOf(houseGroup.officePath, customerOf),
      ),
    )
    .orderBy(houseGroup.name, houseGroup.id)
    .limit(OPTIONS)
