import { and, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { flocks } from '#shared/contracts/flocks.ts'
import { flocksWhere, stateOfFlock } from '../../farm/flocks/flocks.queries.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { anywhere, orderOf } from '../../platform/http/lists.ts'

type Query = z.output<(typeof flocks.list)['query']>
export type FlockFilter = Omit<Query, 'page' | 'size' | 'sort'>

const sortable = {
  placedOn: flock.placedOn,
  number: flock.number,
  houseName: house.name,
  state: sql`array_position(array['running', 'planned', 'closed'], ${stateOfFlock})`,
  endedOn: flock.endedOn,
  placedCount: flock.placedCount,
  createdAt: flock.createdAt,
  deletedAt: flock.deletedAt,
}

export const matching = ({ search, houseId, officeId, type, state }: FlockFilter) =>
  and(
    search ? or(ilike(flock.number, anywhere(search)), ilike(house.name, anywhere(search))) : undefined,
    houseId === undefined ? undefined : eq(flock.houseId, houseId),
    officeId === undefined ? undefined : isOfOffice(flock.officePath, officeId),
    type && eq(flock.type, type),
    state && eq(stateOfFlock, state),
  )

/** Flocks in a house first, newest first. */
export const order = (sort: string | undefined, { deleted }: Pick<FlockFilter, 'deleted'> = {}) =>
  sort === undefined && deleted
    ? [desc(flock.deletedAt), flock.id]
    : sort === undefined
      ? [sql`${sortable.state}`, desc(flock.placedOn), flock.id]
      : orderOf(sort, sortable, 'placedOn', flock.id)

/** Ids of all flocks that match a filter, in its order. */
export async function flockIds(
  db: Db,
  scope: Scope,
  { sort, ...filter }: FlockFilter & { sort?: string | undefined },
) {
  const rows = await flocksWhere(db, scope, 'en-US', matching(filter), filter).orderBy(...order(sort))
  return rows.map(({ row }) => row.id)
}
