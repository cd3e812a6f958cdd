import { and, asc, eq, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CUSTOMER } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { placeDegrees } from '#shared/weather.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { house, houseNow } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere } from '../../platform/http/lists.ts'
import type { Services } from '../../platform/services.ts'

/** Number of farms listed at a time; more are found by typing. */
const FARMS = 50
/** Number of houses that name a place if a farm has several. */
const NAMED = 3

interface Looking {
  db: Db
  viewer: Viewer
  language: Language
  services: Services
}

/** The locations of farms, as precisely as outsiders are told, with the houses there that the viewer may see. */
export interface FarmPlace {
  id: string
  name: string
  farmPath: string
  timeZone: string
  latitude: number
  longitude: number
  houses: readonly PlacedHouse[]
}

/** Farms by a search, one of them, or that of a house. */
interface Asked {
  search?: string | undefined
  id?: string
  houseId?: string | undefined
}

const farm = alias(office, 'farm')

/** For a customer's people their farm, whichever part of it they belong to; else those in scope, by name. */
function farmsOf({ db, viewer, language, services }: Looking, { search, id, houseId }: Asked) {
  const asked = search ? anywhere(search) : undefined
  // People of a part of a farm do not see its customer, which has the coordinates.
  return (viewer.kind === CUSTOMER ? services.store.scoped(SYSTEM) : db)
    .select({
      id: farm.id,
      path: farm.path,
      name: nameIn(language, farm),
      timeZone: farm.timeZone,
      latitude: customer.latitude,
      longitude: customer.longitude,
    })
    .from(customer)
    .innerJoin(farm, eq(farm.id, customer.officeId))
    .where(
      and(
        isNull(farm.deletedAt),
        viewer.kind === CUSTOMER ? eq(farm.path, viewer.scope.farm) : undefined,
        id ? eq(farm.id, id) : undefined,
        houseId
          ? inArray(
              farm.path,
              db.select({ path: houseNow.farmPath }).from(houseNow).where(eq(houseNow.houseId, houseId)),
            )
          : undefined,
        asked ? or(ilike(farm.chineseName, asked), ilike(farm.englishName, asked)) : undefined,
      ),
    )
    .orderBy(asc(nameIn(language, farm)), farm.id)
    .limit(FARMS)
}
type Farm = Awaited<ReturnType<typeof farmsOf>>[number]

/** Houses of these farms whose farm data the viewer may see. */
const housesOf = (db: Db, farms: readonly Farm[]) =>
  db
    .select({
      id: house.id,
      name: house.name,
      farmPath: houseNow.farmPath,
      latitude: house.latitude,
      longitude: house.longitude,
      lengthM: house.lengthM,
      widthM: house.widthM,
      heightM: house.heightM,
      equipment: house.equipment,
    })
    .from(house)
    .innerJoin(houseNow, eq(houseNow.houseId, house.id))
    .where(
      and(
        isNull(house.deletedAt),
        sql`${houseNow.farmPath} = any(${sql.param(farms.map(({ path }) => path))}::text[])`,
      ),
    )
    .orderBy(house.name, house.id)
type PlacedHouse = Awaited<ReturnType<typeof housesOf>>[number]

/** The places of farms, a house's own before its customer's; unknown ones are left out. */
export async function placesOf(looking: Looking, asked: Asked): Promise<FarmPlace[]> {
  const farms = await farmsOf(looking, asked)
  if (farms.length === 0) return []
  const houses = Map.groupBy(await housesOf(looking.db, farms), each => each.farmPath)
  const found = farms.flatMap(each => placesOfFarm(each, houses.get(each.path) ?? []))
  const { houseId } = asked
  return houseId ? found.filter(each => each.houses.some(({ id }) => id === houseId)) : found
}

function placesOfFarm(of: Farm, houses: readonly PlacedHouse[]): FarmPlace[] {
  const own = { ...of, house: null }
  const seats = houses.map(each => ({
    house: each,
    latitude: each.latitude ?? of.latitude,
    longitude: each.longitude ?? of.longitude,
  }))
  const known = (seats.length > 0 ? seats : [own]).flatMap(({ house, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [{ house, latitude: placeDegrees(latitude), longitude: placeDegrees(longitude) }],
  )
  const groups = Map.groupBy(known, ({ latitude, longitude }) => `${of.id}~${latitude}~${longitude}`)
  return [...groups].flatMap(([id, [first, ...others]]) => {
    if (!first) return []
    const there = [first, ...others].flatMap(({ house }) => house ?? [])
    return {
      id,
      name: groups.size > 1 ? `${of.name} · ${namesOf(there)}` : of.name,
      farmPath: of.path,
      timeZone: of.timeZone,
      latitude: first.latitude,
      longitude: first.longitude,
      houses: there,
    }
  })
}

function namesOf(houses: readonly PlacedHouse[]): string {
  const names = houses.slice(0, NAMED).map(({ name }) => name)
  return houses.length > NAMED ? `${names.join(', ')} +${houses.length - NAMED}` : names.join(', ')
}

/** The farm named in a place's id; the rest of the id says which of its places. */
export const farmOfPlace = (id: string): string => id.split('~')[0] ?? ''
