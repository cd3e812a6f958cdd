import { and, desc, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { HouseDeed } from '#shared/contracts/houses.ts'
import { CHART_ALARMS } from '#shared/limits.ts'
import { changeRemains } from '#shared/setting-changes.ts'
import { dateIn, instantOf } from '#shared/zone-time.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { type Asked, foundShared, seenOf } from './house-access.ts'
import type { FoundHouse } from './houses.queries.ts'

type Asking = Asked & { query: { from: number; to: number } }
/** The houses and the period. */
type Span = Pick<Asking, 'db' | 'viewer' | 'query'>

/** Changes of the controller's settings that are or were in force, from when they were read back. */
async function settingsOf({ db, query }: Span, { row }: FoundHouse): Promise<HouseDeed[]> {
  const made = await db
    .select({
      id: settingChange.id,
      says: settingChange.group,
      who: settingChange.actorName,
      at: sql<Date>`${settingChange.overAt}`.mapWith(settingChange.madeAt),
    })
    .from(settingChange)
    .where(
      and(
        eq(settingChange.houseId, row.id),
        or(eq(settingChange.state, 'synced'), inArray(settingChange.failure, [...changeRemains])),
        gte(settingChange.overAt, new Date(query.from)),
        lte(settingChange.overAt, new Date(query.to)),
      ),
    )
    .orderBy(desc(settingChange.overAt))
    .limit(CHART_ALARMS)
  return made.map(({ at, ...change }) => ({
    ...change,
    kind: 'setting',
    at: at.toISOString(),
    flockId: null,
  }))
}

/** Notes and treatments from the daily records, each at the start of its day. */
async function recordsOf({ db, query }: Span, { row, officeZone }: FoundHouse): Promise<HouseDeed[]> {
  const zone = row.timeZone ?? officeZone
  const said = await db
    .select({
      id: flockRecord.id,
      day: flockRecord.day,
      note: flockRecord.note,
      treatments: flockRecord.treatments,
      who: flockRecord.actorName,
      flockId: flockRecord.flockId,
    })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(
      and(
        eq(flock.houseId, row.id),
        isNull(flock.deletedAt),
        gte(flockRecord.day, dateIn(zone, query.from)),
        lte(flockRecord.day, dateIn(zone, query.to)),
        sql`(${flockRecord.note} <> '' or ${flockRecord.treatments} <> '[]')`,
      ),
    )
    .orderBy(desc(flockRecord.day))
    .limit(CHART_ALARMS)
  return said.flatMap(({ id, day, note, treatments, who, flockId }) => {
    const at = new Date(instantOf(`${day}T00:00`, zone)).toISOString()
    const told = treatments.map(({ kind, name }, i) => ({
      id: `${id} ${i}`,
      kind,
      says: name,
      who,
      at,
      flockId,
    }))
    return note === '' ? told : [...told, { id, kind: 'note' as const, says: note, who, at, flockId }]
  })
}

/** What people did to a house and wrote about it, newest first; each kind only for viewers who may see it. */
export async function deedsIn(asked: Span, house: FoundHouse): Promise<HouseDeed[]> {
  const { grants } = asked.viewer
  const settings = grants.has('device_setting:query') && house.isRemote ? await settingsOf(asked, house) : []
  const records = grants.has('chicken_batch:query') ? await recordsOf(asked, house) : []
  return [...settings, ...records].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

/** The same, for the viewer of a chart. */
export async function houseDeeds(call: Asking): Promise<HouseDeed[]> {
  const house = await foundShared(call)
  const deeds = await deedsIn(call, house)
  if (deeds.some(({ kind }) => kind === 'setting')) await noteLook(call, 'settings', [seenOf(house)])
  await noteLook(call, 'charts', [seenOf(house)])
  return deeds
}
