import { type SQL, sql } from 'drizzle-orm'
import { FIGURE_DAYS } from '#shared/data-screen.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'

/** Days before those shown that are read as well. */
const JUDGED_BY = 45

/** What was recorded for a day; null if it was not. */
export interface RecordedDay {
  /** YYYY-MM-DD */
  day: string
  eggs: number | null
  /** In the morning. */
  hens: number
  /** kg */
  feed: number | null
  /** L */
  water: number | null
  /** What somebody was asked about, and said is right. */
  confirmed: string[]
}

/** A house with its current flock, as its records have it. */
export interface HouseCourse extends Record<string, unknown> {
  id: string
  officePath: string
  farmPath: string
  timeZone: string
  today: string
  type: HouseType
  breed: string | null
  /** Null when no flock has arrived. */
  placedOn: string | null
  hatchedOn: string | null
  placed: number | null
  /** Birds that left for whatever reason, but for those moved in. */
  gone: number
  /** The last days with a record, oldest first: those that are shown, and those that say whether a counter stands still. */
  days: RecordedDay[]
}

/**
 * Houses in use that are due: new ones, those prepared long ago, those that have started to
 * report, and those with newer records.
 */
export async function dueHouses(db: Db, everyMs: number, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select h.id from house h
    -- Each by its key: the planner takes all houses for one, and would compare each with each.
    join lateral (select state from house_now where house_id = h.id offset 0) n on true
    left join lateral (select * from house_figure where house_id = h.id offset 0) g on true
    where h.deleted_at is null and (g.house_id is null
      or g.prepared_at < now() - ${everyMs} * interval '1 ms'
      or (g.measured = 0 and n.state <> 'offline' and g.prepared_at < now() - interval '1 minute')
      or h.id in (select f.house_id from flock_record r join flock f on f.id = r.flock_id
        join house_figure p on p.house_id = f.house_id
        where r.changed_at > now() - 2 * ${everyMs} * interval '1 ms' and r.changed_at > p.prepared_at))
    order by g.prepared_at nulls first limit ${most}`)
  return rows.map(({ id }) => id)
}

const told = (column: string): SQL => sql.raw(`coalesce(r.${column}, 0)`)

/** What the records of these houses say about their flocks, in one statement. */
export async function coursesOf(db: Db, houseIds: readonly string[]): Promise<HouseCourse[]> {
  const { rows } = await db.execute<HouseCourse>(sql`
    select h.id, h.office_path as "officePath", o.farm_path as "farmPath", z.zone as "timeZone", z.today::text as today,
      h.type, f.breed, f.placed_on::text as "placedOn", f.hatched_on::text as "hatchedOn", f.placed_count as placed,
      coalesce(c.gone, 0) + coalesce(f.sold_undated, 0) as gone, coalesce(c.days, '[]') as days
    from house h join office o on o.id = h.office_id
    cross join lateral (select zone, (now() at time zone zone)::date as today
      from (select coalesce(h.time_zone, o.time_zone) as zone) each) z
    left join flock f on f.house_id = h.id and f.ended_on is null and f.deleted_at is null and f.placed_on <= z.today
    left join lateral (
      select sum(went)::int as gone,
        jsonb_agg(jsonb_build_object('day', day, 'eggs', eggs, 'hens', f.placed_count - f.sold_undated - before,
          'feed', feed, 'water', water, 'confirmed', confirmed) order by day)
          filter (where day > z.today - ${FIGURE_DAYS + JUDGED_BY}::int) as days
      from (
        select r.day, r.confirmed, went, sum(went) over (order by r.day) - went as before, r.water,
          case when num_nonnulls(r.eggs_sound, r.eggs_broken, r.eggs_dirty, r.eggs_soft, r.eggs_hatching) > 0
            then ${told('eggs_sound')} + ${told('eggs_broken')} + ${told('eggs_dirty')} + ${told('eggs_soft')} + ${told('eggs_hatching')}
          end as eggs,
          case when num_nonnulls(r.feed, r.feed_males) > 0 then ${told('feed')} + ${told('feed_males')} end as feed
        from flock_record r
        cross join lateral (select ${told('dead')} + ${told('culled')} as died) d
        cross join lateral (select died + ${told('sold')} + ${told('moved_out')} - ${told('moved_in')} as went) w
        where r.flock_id = f.id and r.day <= z.today
      ) each
    ) c on true
    where h.id = any(${sql.param([...houseIds])}::text[]) and o.farm_path is not null`)
  return rows
}
