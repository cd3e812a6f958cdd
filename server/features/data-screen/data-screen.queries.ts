import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataScreen, WallState, wallStates } from '#shared/contracts/data-screen.ts'
import { FIGURE_DAYS } from '#shared/data-screen.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { isSharedWith } from '../../platform/database/consent.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'

const customer = alias(office, 'customer')

/** Lines that can be read from a few steps away. */
const RANKED = 10
const TICKED = 6
/** ISO weeks and months begin where the viewer is. */
const monthBegins = (timeZone: string) =>
  sql`date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`

/** A house as it stands; a warning does not make it an alarm. */
const stateOf = sql<WallState>`case when h.state = 'normal' and h.id in (
    select unnest(a.house_ids) from alarm a where a.condition <> 'cleared' and a.level = 'warning')
  then 'watch' else h.state end`

/**
 * `house`: the houses that the viewer may see the farm data of, with what is prepared of them; `hidden` the others. Every
 * figure is made of the first, so that each total is the sum of its list.
 */
const housesSeen = ({ scope }: Viewer): SQL => sql`
  every as materialized (
    select h.id, h.name, h.type, h.office_path, office.farm_path as farm, h.created_at, h.longitude, h.latitude,
      ${stateOf} as state, ${isSharedWith(scope, customer)} as shared
    from house h join office on office.id = h.office_id left join office customer on customer.path = office.farm_path
    where h.deleted_at is null and office.farm_path is not null
  ), seen as materialized (
    select e.*, g.prepared_at, g.day, g.placed, g.alive, g.lost, g.lost_standard, g.measured, g.in_target, g.days
    from every e left join house_figure g on g.house_id = e.id and g.office_path = e.office_path
    where e.shared
  )`

interface Totals {
  farms: number
  houses: number
  newHouses: number
  newFarms: number
  hiddenFarms: number
  hiddenHouses: number
  birds: number
  occupied: number
  states: Partial<Record<WallState, number>>
  types: Partial<Record<HouseType, number>>
  devices: Partial<Record<DeviceStatus, number>>
  placed: number | null
  lost: number | null
  placedStandard: number | null
  lostWith: number | null
  lostStandard: number | null
  inTarget: number | null
  preparedAt: string | null
}

const counts = (of: SQL) => sql`(select coalesce(jsonb_object_agg(key, n), '{}') from (${of}) each)`

/** All that is one number. */
function totalsIn({ timeZone }: Viewer): SQL {
  const begins = monthBegins(timeZone)
  return sql`select count(distinct farm)::int as farms, count(*)::int as houses,
      count(*) filter (where created_at >= ${begins})::int as "newHouses",
      (select count(*)::int from customer c where c.office_path in (select farm from seen) and c.created_at >= ${begins})
        as "newFarms",
      (select count(distinct farm)::int from every where not shared) as "hiddenFarms",
      (select count(*)::int from every where not shared) as "hiddenHouses",
      coalesce(sum(alive), 0)::int as birds, count(*) filter (where alive > 0)::int as occupied,
      ${counts(sql`select state as key, count(*)::int as n from seen group by 1`)} as states,
      ${counts(sql`select type as key, sum(alive)::int as n from seen where alive is not null group by 1`)} as types,
      ${counts(sql`select d.status as key, count(*)::int as n from device d where d.deleted_at is null and d.id in (
        select device_id from house_device where "to" is null and house_id in (select id from seen)) group by 1`)} as devices,
      sum(placed)::float8 as placed, sum(lost)::float8 as lost,
      sum(placed) filter (where lost_standard is not null)::float8 as "placedStandard",
      sum(lost) filter (where lost_standard is not null)::float8 as "lostWith",
      sum(lost_standard)::float8 as "lostStandard",
      (100.0 * sum(in_target) / nullif(sum(measured), 0))::float8 as "inTarget",
      min(prepared_at)::text as "preparedAt"
    from seen`
}

type Day = DataScreen['days'][number]
interface SummedDay {
  day: string
  eggs: number | null
  /** Of all hens, and of those whose breed has a standard. */
  laid: number | null
  hens: number | null
  laidWith: number | null
  hensWith: number | null
  standard: number | null
  feed: number | null
  water: number | null
}

/** Eggs, feed and water of the days that every house has behind it: where a day ends sooner, it waits for the others. */
const daysIn = sql`
    select d.day::text as day, sum(d.eggs)::float8 as eggs,
      sum(d.eggs) filter (where d.hens > 0)::float8 as laid, sum(d.hens) filter (where d.hens > 0)::float8 as hens,
      sum(d.eggs) filter (where d."eggsStandard" > 0)::float8 as "laidWith",
      sum(d.hens) filter (where d."eggsStandard" > 0)::float8 as "hensWith",
      sum(d."eggsStandard") filter (where d."eggsStandard" > 0)::float8 as standard,
      sum(d.feed)::float8 as feed, sum(d.water)::float8 as water
    from seen, jsonb_to_recordset(days) as d(day date, eggs float8, hens float8, "eggsStandard" float8, feed float8, water float8)
    where d.day < (select min(day) from seen) and d.day > (select max(day) from seen) - ${FIGURE_DAYS}::int
    group by 1 order by 1`

const share = (part: number | null, of: number | null) => (part === null || !of ? null : (100 * part) / of)

export const shownDay = ({ day, eggs, laidWith, hensWith, standard, feed, water }: SummedDay): Day => ({
  day,
  eggs,
  rate: share(laidWith, hensWith),
  standard: share(standard, hensWith),
  feed,
  water,
})

/** The laying rate of a day, and how far it is from the standard of the breeds that have one. */
export function rateOf(day: SummedDay | undefined): DataScreen['layingRate'] {
  const actual = day ? share(day.laid, day.hens) : null
  if (!day || actual === null) return null
  const [mine, standard] = [share(day.laidWith, day.hensWith), share(day.standard, day.hensWith)]
  return { actual, difference: mine === null || standard === null ? null : mine - standard }
}

export function survivalOf({
  placed,
  lost,
  placedStandard,
  lostWith,
  lostStandard,
}: Totals): DataScreen['survival'] {
  const gone = share(lost, placed)
  if (gone === null) return null
  const difference =
    lostStandard === null || lostWith === null ? null : share(lostStandard - lostWith, placedStandard)
  return { actual: 100 - gone, difference }
}

interface Named {
  id: string
  name: string
  farmPath: string
}
/** Farms, or the houses of a farm, with how they stand. */
interface PlaceRow extends Named {
  city: string | null
  longitude: number | null
  latitude: number | null
  states: WallState[]
  houses: number
  inTarget: number | null
}

/** One line a farm; on a farm's own screen one a house, which without a place of its own stands where the farm does. */
function placesIn(viewer: Viewer, language: Language): SQL {
  const isFarm = viewer.scope.farm !== ''
  const name = isFarm ? sql`min(s.name)` : sql`min(${nameIn(language, customer)})`
  return sql`
    select ${isFarm ? sql`s.id` : sql`min(customer.id)`} as id, ${name} as name, min(s.farm) as "farmPath", min(c.city) as city,
      ${isFarm ? sql`coalesce(min(s.longitude), min(c.longitude))` : sql`coalesce(min(c.longitude), min(s.longitude))`} as longitude,
      ${isFarm ? sql`coalesce(min(s.latitude), min(c.latitude))` : sql`coalesce(min(c.latitude), min(s.latitude))`} as latitude,
      array_agg(distinct s.state) as states, count(*)::int as houses,
      (100.0 * sum(s.in_target) / nullif(sum(s.measured), 0))::float8 as "inTarget"
    from seen s left join office customer on customer.path = s.farm left join customer c on c.office_path = s.farm
    group by ${isFarm ? sql`s.id` : sql`s.farm`}
    order by "inTarget" desc nulls last, name`
}

interface Summed {
  totals: Totals
  days: SummedDay[]
  places: PlaceRow[]
}

const linesOf = (of: SQL) => sql`(select coalesce(jsonb_agg(each), '[]') from (${of}) each)`

/** What is summed up of the houses, all of the same moment; that they are looked up once makes the answer quick. */
export async function sumsOf(db: Db, viewer: Viewer, language: Language): Promise<Summed> {
  const { rows } = await db.execute<Summed & Record<string, unknown>>(sql`
    with ${housesSeen(viewer)}
    select (select to_jsonb(each) from (${totalsIn(viewer)}) each) as totals, ${linesOf(daysIn)} as days,
      ${linesOf(placesIn(viewer, language))} as places`)
  if (!rows[0]) throw new Error('A count without a row')
  return rows[0]
}

export const ranked = (places: readonly PlaceRow[]) =>
  places
    .flatMap(({ id, name, inTarget, houses, farmPath }) =>
      inTarget === null ? [] : [{ id, name, inTarget, houses, farmPath }],
    )
    .slice(0, RANKED)

/** As its worst house stands. */
const worst = (states: readonly WallState[], order: typeof wallStates): WallState =>
  order.findLast(state => states.includes(state)) ?? 'normal'

/** Of so many places most marks lie on each other: one then stands for a field of the earth, as its worst place. Degrees. */
const FIELD = { from: 400, size: 5 } as const

export function placed(places: readonly PlaceRow[], order: typeof wallStates): DataScreen['places'] {
  const marks = places.flatMap(({ id, name, city, longitude, latitude, states, houses }) =>
    longitude === null || latitude === null
      ? []
      : [{ id, name, city, longitude, latitude, houses, state: worst(states, order) }],
  )
  if (marks.length <= FIELD.from) return marks
  const fieldOf = (degrees: number) => Math.floor(degrees / FIELD.size)
  const fields = Map.groupBy(marks, ({ longitude, latitude }) => `${fieldOf(longitude)} ${fieldOf(latitude)}`)
  return [...fields.values()].map(field => ({
    ...field.reduce((one, other) => (order.indexOf(other.state) > order.indexOf(one.state) ? other : one)),
    houses: field.reduce((sum, { houses }) => sum + houses, 0),
  }))
}

type TickedAlarm = DataScreen['alarms'][number] & { farmPath: string } & Record<string, unknown>

/** What was raised in the last day, newest first. */
export async function alarmsOf(db: Db, viewer: Viewer, language: Language): Promise<TickedAlarm[]> {
  const isFarm = viewer.scope.farm !== ''
  const { rows } = await db.execute<TickedAlarm>(sql`
    select a.id, a.code, a.level, a.condition, a.raised_at as at, a.farm_path as "farmPath",
      (select string_agg(h.name, ', ' order by h.name) from house h where h.id = any(a.house_ids)) as house,
      ${isFarm ? sql`null` : nameIn(language, customer)} as farm
    from alarm a left join office customer on customer.path = a.farm_path
    where a.raised_at > now() - interval '24 hours' and a.live
      and exists (select from house h where h.id = any(a.house_ids) and h.deleted_at is null)
    order by a.raised_at desc, a.id limit ${TICKED}`)
  return rows.map(row => ({ ...row, at: new Date(row.at).toISOString() }))
}
