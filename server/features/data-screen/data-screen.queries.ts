import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DataScreen, WallState } from '#shared/contracts/data-screen.ts'
import { FIGURE_DAYS } from '#shared/data-screen.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { LONGEST_GAP } from '#shared/flock-figures/ledger.ts'
import { urgencies } from '#shared/house-urgency.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { urgencyOfHouse } from '../../farm/houses/house-urgency.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'

const customer = alias(office, 'customer')

/** Number of lines readable from a few steps away. */
const RANKED = 10
const TICKED = 6
/**
 * With this many places most marks would overlap, so one mark represents a field of the map, by its worst place. Degrees.
 */
const FIELD = { from: 400, size: 5 } as const

/** ISO weeks and months begin by the viewer's zone. */
const monthBegins = (timeZone: string) =>
  sql`date_trunc('month', now() at time zone ${timeZone}) at time zone ${timeZone}`

/** Severity: the position in this list, from 1. */
export const mildestFirst = urgencies.toReversed()
const gravityOf = sql`array_position(${sql.param(mildestFirst)}::text[], urgency)`

/**
 * Whose houses the screen shows: all that staff and agents may see; of a customer's people its own farm, or the farms of
 * their customers, if it is an agent too. `farm`: the own one.
 */
export interface Whose {
  of: 'everybody' | 'farm' | 'customers'
  farm: string
  /** The own farm is all there is: nothing has to be left out. */
  isAll: boolean
}

export const whoseOf = ({ scope, seesCustomers }: Viewer, of?: 'customers'): Whose => ({
  of: scope.farm === '' ? 'everybody' : of && seesCustomers ? 'customers' : 'farm',
  farm: scope.farm,
  isAll: scope.farm === '' || !seesCustomers,
})

const isMeant = ({ of, farm, isAll }: Whose, farmPath: SQL): SQL =>
  isAll ? sql`true` : of === 'farm' ? sql`${farmPath} = ${farm}` : sql`${farmPath} <> ${farm}`

/**
 * `seen`: the houses whose farm data the viewer may see, with their prepared figures; the others of `every` house are not
 * shared. `farm`: these houses by farm. Every figure is made from these, so that each total is the sum of its list.
 */
const housesSeen = (whose: Whose) => sql`
  every as materialized (
    select h.id, h.name, h.type, h.created_at, h.longitude, h.latitude, ${urgencyOfHouse(sql`n.state`, sql`h.id`)} as urgency,
      g.prepared_at, g.placed, g.alive, g.lost, g.lost_standard, g.measured, g.in_target,
      coalesce(n.farm_path, (select office.farm_path from office where office.id = h.office_id)) as farm,
      n.house_id is not null as shared, exists (select from flock f left join flock_sum u on u.flock_id = f.id
        where f.house_id = h.id and f.ended_on is null and f.deleted_at is null
          and coalesce(u.last_on, f.placed_on) < g.day - ${1 + LONGEST_GAP}::int) as silent
    from house h left join house_now n on n.house_id = h.id
    left join house_figure g on g.house_id = h.id and g.office_path = h.office_path
    where h.deleted_at is null and ${isMeant(whose, sql`coalesce(n.farm_path, (select office.farm_path from office where office.id = h.office_id))`)}
  ), seen as materialized (
    select * from every where shared
  ), farm as materialized (
    select s.*, c.created_at, c.city, coalesce(c.longitude, s.house_longitude) as longitude,
      coalesce(c.latitude, s.house_latitude) as latitude
    from (select farm, count(*)::int as houses, max(${gravityOf}) as gravity, sum(measured) as measured, sum(in_target) as in_target,
        min(longitude) as house_longitude, min(latitude) as house_latitude from seen group by farm) s
      left join customer c on c.office_path = s.farm
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
  silent: number
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

/** All single numbers. */
function totalsIn({ timeZone }: Viewer): SQL {
  const begins = monthBegins(timeZone)
  return sql`select (select count(*)::int from farm) as farms, count(*)::int as houses,
      count(*) filter (where created_at >= ${begins})::int as "newHouses",
      (select count(*)::int from farm where created_at >= ${begins}) as "newFarms",
      (select count(distinct farm)::int from every where not shared) as "hiddenFarms",
      (select count(*)::int from every where farm is not null and not shared) as "hiddenHouses",
      coalesce(sum(alive), 0)::int as birds, count(*) filter (where alive > 0 or alive = 0 and has_birds(id))::int as occupied,
      count(*) filter (where silent)::int as silent,
      ${counts(sql`select case urgency when 'emergency' then 'alarm' else urgency end as key, count(*)::int as n from seen group by 1`)} as states,
      ${counts(sql`select type as key, sum(alive)::int as n from seen where alive is not null group by 1`)} as types,
      ${counts(sql`select d.status as key, count(*)::int as n from device d where d.deleted_at is null and d.id in (
        select device_id from house_device where "to" is null and house_id in (select id from seen)) group by 1`)} as devices,
      sum(placed) filter (where not silent)::float8 as placed, sum(lost) filter (where not silent)::float8 as lost,
      sum(placed) filter (where not silent and lost_standard is not null)::float8 as "placedStandard",
      sum(lost) filter (where not silent and lost_standard is not null)::float8 as "lostWith",
      sum(lost_standard) filter (where not silent)::float8 as "lostStandard",
      (100.0 * sum(in_target) / nullif(sum(measured), 0))::float8 as "inTarget",
      min(prepared_at)::text as "preparedAt"
    from seen`
}

/**
 * Sums of a day: over houses with a known number of hens, and over those whose breed has a standard; `uncounted`: houses with
 * eggs whose number of hens is not known.
 */
const daySums = {
  eggs: (at: SQL) => sql`sum(eggs[${at}])`,
  laid: (at: SQL) => sql`sum(eggs[${at}]) filter (where hens[${at}] > 0)`,
  hens: (at: SQL) => sql`sum(hens[${at}]) filter (where hens[${at}] > 0)`,
  laidWith: (at: SQL) => sql`sum(eggs[${at}]) filter (where eggs_standard[${at}] > 0)`,
  hensWith: (at: SQL) => sql`sum(hens[${at}]) filter (where eggs_standard[${at}] > 0)`,
  standard: (at: SQL) => sql`sum(eggs_standard[${at}]) filter (where eggs_standard[${at}] > 0)`,
  uncounted: (at: SQL) => sql`count(*) filter (where eggs[${at}] > 0 and hens[${at}] is null)::int`,
  feed: (at: SQL) => sql`sum(feed[${at}])`,
  water: (at: SQL) => sql`sum(water[${at}])`,
  eggsDoubted: (at: SQL) => sql`sum(eggs_doubted[${at}])`,
  feedDoubted: (at: SQL) => sql`sum(feed_doubted[${at}])`,
  waterDoubted: (at: SQL) => sql`sum(water_doubted[${at}])`,
}
type DaySum = keyof typeof daySums
const summed = Object.keys(daySums) as DaySum[]

type Day = DataScreen['days'][number]
export type SummedDay = { day: string } & Record<DaySum, number | null>
/** Sums of the last days over houses with the same current day, oldest first. */
export type SummedHouses = { day: string } & Record<DaySum, (number | null)[]>

/**
 * Days of the houses whose figures the viewer sees, in a separate statement: carried through the other one, the arrays of
 * all houses would spill to disk. Summed position by position: rows of single days would be fifteen times as many. The case
 * is for the planner, which would otherwise expect one row from two equal columns and sort everything.
 */
export async function daySumsOf(db: Db, whose: Whose): Promise<SummedHouses[]> {
  const sums = summed.map(
    name => sql`array[${sql.join(positions().map(daySums[name]), sql`, `)}] as ${sql.identifier(name)}`,
  )
  const { rows } = await db.execute<SummedHouses & Record<string, unknown>>(sql`
    select g.day::text as day, ${sql.join(sums, sql`, `)}
    from house_figure g join house h on h.id = g.house_id
    where h.deleted_at is null and case when h.office_path = g.office_path then true end
      and ${isMeant(whose, sql`g.farm_path`)} group by g.day`)
  return rows
}

function positions(): SQL[] {
  return Array.from({ length: FIGURE_DAYS }, (_, i) => sql.raw(String(i + 1)))
}

/** The days that are over for every house, oldest first: where a day ends sooner, it waits for the others. */
export function daysOf(groups: readonly SummedHouses[]): SummedDay[] {
  const begun = groups.map(({ day }) => day).toSorted()
  const [first, last] = [begun[0], begun.at(-1)]
  if (first === undefined || last === undefined) return []
  const days: SummedDay[] = []
  for (let day = daysAfter(last, 1 - FIGURE_DAYS); day < first; day = daysAfter(day, 1)) {
    const sumOf = (name: DaySum) =>
      groups.reduce<number | null>((sum, group) => {
        const more = group[name][FIGURE_DAYS - 1 - daysBetween(day, group.day)] ?? null
        return more === null ? sum : (sum ?? 0) + more
      }, null)
    days.push({
      day,
      ...(Object.fromEntries(summed.map(name => [name, sumOf(name)])) as Record<DaySum, number | null>),
    })
  }
  return days
}

const share = (part: number | null, of: number | null) => (part === null || !of ? null : (100 * part) / of)

export const shownDay = ({
  day,
  eggs,
  laidWith,
  hensWith,
  standard,
  uncounted,
  feed,
  water,
  ...doubted
}: SummedDay): Day => ({
  day,
  eggs,
  rate: share(laidWith, hensWith),
  standard: share(standard, hensWith),
  uncounted: uncounted ?? 0,
  feed,
  water,
  leftOut: {
    eggs: doubted.eggsDoubted ?? 0,
    feed: doubted.feedDoubted ?? 0,
    water: doubted.waterDoubted ?? 0,
  },
})

/** The laying rate of a day, and its distance from the standard for breeds that have one. */
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

/** Farms; on a farm's own screen its houses, which without their own place are at the farm's. */
const placesIn = ({ of }: Whose): SQL =>
  of !== 'farm'
    ? sql`select farm as id, farm, city, longitude, latitude, gravity, houses, measured, in_target from farm`
    : sql`select s.id, s.farm, f.city, coalesce(s.longitude, f.longitude) as longitude, coalesce(s.latitude, f.latitude) as latitude,
        ${gravityOf} as gravity, 1 as houses, s.measured, s.in_target from seen s join farm f using (farm)`

/** Names are looked up only for the places shown. */
const named = ({ of }: Whose, language: Language, places: SQL): SQL =>
  of !== 'farm'
    ? sql`select p.*, customer.id, ${nameIn(language, customer)} as name from (${places}) p join office customer on customer.path = p.farm`
    : sql`select p.*, s.id, s.name from (${places}) p join seen s on s.id = p.place`

/** A mark for each place with coordinates, or for each field of the map if there are many. */
const marksIn = (whose: Whose, language: Language): SQL =>
  named(
    whose,
    language,
    sql`select distinct on (field) id as place, farm, city, longitude, latitude, gravity,
        (sum(houses) over (partition by field))::int as houses
      from (select *, case when count(*) over () > ${FIELD.from} then floor(longitude / ${FIELD.size}::int) * 1000
          + floor(latitude / ${FIELD.size}::int) else row_number() over () end as field
        from place where longitude is not null and latitude is not null) each
      order by field, gravity desc, id`,
  )

/** With so few farms their houses are ranked: a wall has room for more than three lines. */
const FEW_FARMS = 3

/** Those that keep the temperature best; among equals the larger. Of few farms the houses, each with its farm. */
const rankingIn = (whose: Whose, language: Language): SQL => {
  const line = sql`(100.0 * in_target / measured)::float8 as "inTarget"`
  const best = sql`where measured > 0 order by "inTarget" desc, measured desc, id limit ${RANKED}`
  const places = named(whose, language, sql`select id as place, farm, houses, ${line} from place ${best}`)
  if (whose.of === 'farm') return places
  const ofFew = sql`select p.*, p.place as id, concat_ws(' · ', ${nameIn(language, customer)}, s.name) as name
    from (select id as place, farm, 1 as houses, ${line} from seen
      ${best}) p join seen s on s.id = p.place join office customer on customer.path = p.farm`
  const isFew = sql`(select count(*) from farm) <= ${FEW_FARMS}`
  return sql`select place, farm, houses, "inTarget", id, name from (${places}) many where not ${isFew}
    union all select place, farm, houses, "inTarget", id, name from (${ofFew}) few where ${isFew}`
}

interface Summed {
  totals: Totals
  marks: (Omit<DataScreen['places'][number], 'urgency'> & { gravity: number })[]
  ranking: (DataScreen['ranking'][number] & { farm: string })[]
}

const linesOf = (of: SQL) => sql`(select coalesce(jsonb_agg(each), '[]') from (${of}) each)`

/** All sums over the houses, from one moment; looking them up once makes the answer quick. */
export async function sumsOf(db: Db, viewer: Viewer, language: Language, whose: Whose): Promise<Summed> {
  const { rows } = await db.execute<Summed & Record<string, unknown>>(sql`
    with ${housesSeen(whose)}, place as materialized (${placesIn(whose)})
    select (select to_jsonb(each) from (${totalsIn(viewer)}) each) as totals,
      ${linesOf(marksIn(whose, language))} as marks,
      ${linesOf(sql`select * from (${rankingIn(whose, language)}) r order by "inTarget" desc, name`)} as ranking`)
  if (!rows[0]) throw new Error('A count without a row')
  return rows[0]
}

type TickedAlarm = DataScreen['alarms'][number] & { farmPath: string } & Record<string, unknown>

/** Alarms raised in the last day, newest first. */
export async function alarmsOf(db: Db, language: Language, whose: Whose): Promise<TickedAlarm[]> {
  const { rows } = await db.execute<TickedAlarm>(sql`
    select a.id, a.code, a.level, a.condition, a.raised_at as at, a.farm_path as "farmPath",
      (select string_agg(h.name, ', ' order by h.name) from house h where h.id = any(a.house_ids)) as house,
      ${whose.of === 'farm' ? sql`null` : nameIn(language, customer)} as farm
    from alarm a left join office customer on customer.path = a.farm_path
    where a.raised_at > now() - interval '24 hours' and a.live and ${isMeant(whose, sql`a.farm_path`)}
      and exists (select from house h where h.id = any(a.house_ids) and h.deleted_at is null)
    order by a.raised_at desc, a.id limit ${TICKED}`)
  return rows.map(row => ({ ...row, at: new Date(row.at).toISOString() }))
}
