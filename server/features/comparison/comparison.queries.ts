import { and, asc, desc, eq, ilike, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ComparedChoice, ComparedHouse, Item } from '#shared/contracts/comparison.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import {
  type FoundFlock,
  flocksWhere,
  houseDay,
  shownFlock,
  zoneOf,
} from '../../farm/flocks/flocks.queries.ts'
import { houseZone } from '../../farm/houses/placed-houses.ts'
import { nameOfOthers } from '../../platform/database/customers-seen.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'

export interface Asking {
  db: Db
  viewer: Viewer
  language: Language
}

/** Choices at a time; more are found by typing. */
const OFFERED = 100

const customer = alias(office, 'customer')

/** Houses whose farm data the viewer may see. */
const housesWhere = (db: Db, scope: Scope, language: Language, condition: SQL | undefined) =>
  db
    .select({
      id: house.id,
      name: house.name,
      type: sql<HouseType>`${house.type}`,
      officePath: house.officePath,
      timeZone: houseZone,
      farmPath: office.farmPath,
      customer: nameOfOthers(scope, customer, language),
    })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(and(isNull(house.deletedAt), condition))
type FoundHouse = Awaited<ReturnType<typeof housesWhere>>[number]

/** A compared item: a flock with its house, or a house with its flock, if any. */
export interface FoundItem {
  key: string
  house: ComparedHouse
  timeZone: string
  officePath: string
  farmPath: string | null
  flock: FoundFlock | null
}

const ofFlock = (key: string, found: FoundFlock): FoundItem => ({
  key,
  house: {
    id: found.houseRow.id,
    name: found.houseRow.name,
    type: found.row.type,
    customer: found.customerName,
  },
  timeZone: zoneOf(found),
  officePath: found.houseRow.officePath,
  farmPath: found.row.farmPath,
  flock: found,
})

const ofHouse = (key: string, { officePath, farmPath, timeZone, ...shown }: FoundHouse): FoundItem => ({
  key,
  house: shown,
  timeZone,
  officePath,
  farmPath,
  flock: null,
})

/** The items in the order of their keys, without those the viewer may not see. */
export async function findItems(
  { db, viewer, language }: Asking,
  items: readonly Item[],
): Promise<FoundItem[]> {
  const houseIds = items.flatMap(({ houseId }) => houseId ?? [])
  const flockIds = items.flatMap(({ flockId }) => flockId ?? [])
  const isThere = and(isNull(flock.endedOn), lte(flock.placedOn, houseDay))
  const flocks = await flocksWhere(
    db,
    viewer.scope,
    language,
    or(inArray(flock.id, flockIds), and(inArray(flock.houseId, houseIds), isThere)),
  )
  const houses =
    houseIds.length === 0 ? [] : await housesWhere(db, viewer.scope, language, inArray(house.id, houseIds))
  return items.flatMap(({ key, houseId, flockId }) => {
    const known = houses.find(({ id }) => id === houseId)
    const found = flocks.find(({ row }) =>
      houseId === undefined ? row.id === flockId : row.houseId === houseId && row.endedOn === null,
    )
    if (houseId === undefined) return found ? [ofFlock(key, found)] : []
    return known ? [found ? ofFlock(key, found) : ofHouse(key, known)] : []
  })
}

/** Whose farm data is among them. */
export const seenItems = (items: readonly FoundItem[]) =>
  items.map(({ farmPath, house: { id, name }, officePath }) => ({
    farmPath,
    house: { id, name, officePath },
  }))

interface Choices {
  flocks: ComparedChoice[]
  houses: ComparedHouse[]
  seen: ReturnType<typeof seenItems>
}

/** Possible items: flocks that have begun, and houses, by part of their names and by kind. */
export async function findChoices(
  { db, viewer, language }: Asking,
  { search, type }: { search?: string | undefined; type?: HouseType | undefined },
): Promise<Choices> {
  const named = search ? ilike(house.name, anywhere(search)) : undefined
  const hasBegun = or(isNotNull(flock.endedOn), lte(flock.placedOn, houseDay))
  const flocks = await flocksWhere(
    db,
    viewer.scope,
    language,
    and(
      hasBegun,
      type && eq(flock.type, type),
      search ? or(ilike(flock.number, anywhere(search)), named) : undefined,
    ),
  )
    .orderBy(sql`${flock.endedOn} is not null`, desc(flock.endedOn), house.name, flock.id)
    .limit(OFFERED)
  const houses = await housesWhere(db, viewer.scope, language, and(named, type && eq(house.type, type)))
    .orderBy(asc(house.name), asc(house.id))
    .limit(OFFERED)
  return {
    flocks: flocks.map(each => {
      const { id, number, houseId, houseName, customer, type, state, dayAge, placedOn } = shownFlock(each)
      return { id, number, houseId, houseName, customer, type, state, dayAge, placedOn }
    }),
    houses: houses.map(({ id, name, type, customer }) => ({ id, name, type, customer })),
    seen: seenItems([...flocks.map(each => ofFlock('', each)), ...houses.map(each => ofHouse('', each))]),
  }
}
