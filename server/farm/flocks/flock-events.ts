import { and, desc, eq, gte, sql } from 'drizzle-orm'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { withdrawalOf } from '#shared/withdrawal.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { type FoundFlock, type RecordRow, zoneOf } from './flocks.queries.ts'

type Event = FlockCourse['events'][number]

/** The newest events listed of each kind. */
const MOST = 200

/** What happened to a flock: people's notes, alarms of its house and changes of its settings, newest first. */
export async function eventsOf(
  db: Db,
  viewer: Viewer,
  found: FoundFlock,
  records: readonly RecordRow[],
): Promise<Event[]> {
  const told = records.flatMap(writtenOf)
  const alarms = viewer.grants.has('house_alarm:query') ? await alarmsOf(db, found) : []
  const changes = viewer.grants.has('device_setting:query') ? await changesOf(db, found) : []
  return [...told, ...alarms, ...changes].sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
}

const writtenOf = ({ day, note, treatments }: RecordRow): Event[] => [
  ...(note === ''
    ? []
    : [{ day, kind: 'note' as const, says: note, level: null, until: null, eggsUntil: null }]),
  ...treatments.map(treatment => {
    const { meat, eggs } = withdrawalOf(day, treatment)
    return { day, kind: treatment.kind, says: treatment.name, level: null, until: meat, eggsUntil: eggs }
  }),
]

/** From the placement to the end of its last day. */
function spanOf(found: FoundFlock) {
  const { placedOn, endedOn } = found.row
  const zone = zoneOf(found)
  const from = new Date(instantOf(`${placedOn}T00:00`, zone))
  const to = endedOn ? new Date(instantOf(`${daysAfter(endedOn, 1)}T00:00`, zone)) : new Date()
  return { zone, from, to }
}

async function alarmsOf(db: Db, found: FoundFlock): Promise<Event[]> {
  const { zone, from, to } = spanOf(found)
  const rows = await db
    .select({ code: alarm.code, level: alarm.level, raisedAt: alarm.raisedAt })
    .from(alarm)
    .where(
      and(
        sql`${alarm.houseIds} @> ${sql.param([found.row.houseId])}::text[]`,
        gte(alarm.raisedAt, from),
        sql`${alarm.raisedAt} < ${to}`,
      ),
    )
    .orderBy(desc(alarm.raisedAt))
    .limit(MOST)
  return rows.map(({ code, level, raisedAt }) => ({
    day: dateIn(zone, raisedAt.getTime()),
    kind: 'alarm',
    says: code,
    level,
    until: null,
    eggsUntil: null,
  }))
}

async function changesOf(db: Db, found: FoundFlock): Promise<Event[]> {
  const { zone, from, to } = spanOf(found)
  const rows = await db
    .select({ group: settingChange.group, madeAt: settingChange.madeAt })
    .from(settingChange)
    .where(
      and(
        eq(settingChange.houseId, found.row.houseId),
        gte(settingChange.madeAt, from),
        sql`${settingChange.madeAt} < ${to}`,
      ),
    )
    .orderBy(desc(settingChange.madeAt))
    .limit(MOST)
  return rows.map(({ group, madeAt }) => ({
    day: dateIn(zone, madeAt.getTime()),
    kind: 'setting',
    says: group,
    level: null,
    until: null,
    eggsUntil: null,
  }))
}
