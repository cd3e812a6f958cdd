import { and, asc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { changeRemains } from '#shared/setting-changes.ts'
import { isSame, only } from '#shared/setting-draft.ts'
import type { SettingDocument, SettingValue } from '#shared/signals.ts'
import {
  type Course,
  type Courses,
  coursesOf,
  stepsOf,
  type TakenChange,
  valueAt,
} from '#shared/temporary-settings.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { settingChange } from '../../platform/database/tables/settings.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import type { ChangeRow } from './open-changes.ts'
import { toldSettings } from './told-settings.ts'

/** How far ahead a gateway's clock may be when it ends a temporary change. ms */
export const EARLY_MS = 120_000

/** The controller took all of the change, or some. */
const isTaken = or(eq(settingChange.state, 'synced'), inArray(settingChange.failure, [...changeRemains]))

/** Temporary changes of which something may be in force. */
export const isReturning = and(isTaken, isNotNull(settingChange.returnsAt), isNull(settingChange.returnedAt))

/** What its controller took of a change that is over. */
function takenValues({ wanted, before, after }: ChangeRow): SettingDocument {
  const names = Object.keys(wanted).filter(
    name => after && (isSame(after[name], wanted[name]) || !isSame(after[name], before[name])),
  )
  return only(after ?? {}, names)
}

const takenChange = (row: ChangeRow): TakenChange => ({
  id: row.id,
  values: takenValues(row),
  until: row.returnsAt?.getTime() ?? null,
  base: row.base ?? row.before,
})

/** The controller's settings that are temporarily others; also those that ended by themselves after `since`. */
export async function coursesAt(db: Db, deviceId: string, since?: Date): Promise<Courses> {
  return coursesOf((await changesInForce(db, deviceId, since)).map(takenChange))
}

/** The temporary changes of a controller, and all that was changed since the first of them, in the order of being taken. */
async function changesInForce(db: Db, deviceId: string, since?: Date): Promise<ChangeRow[]> {
  const counts = since ? or(isReturning, gte(settingChange.returnedAt, since)) : isReturning
  const rows = await db
    .select({ row: settingChange, counts: sql<boolean>`coalesce(${counts}, false)` })
    .from(settingChange)
    .where(
      and(
        eq(settingChange.deviceId, deviceId),
        isTaken,
        sql`${settingChange.overAt} >= (select min(first.over_at) from ${settingChange} first
          where first.device_id = ${deviceId} and first.returns_at is not null
            and (first.state = 'synced' or first.failure in ('partial', 'readBack'))
            and (first.returned_at is null or first.returned_at >= ${since?.toISOString() ?? null}::timestamptz))`,
      ),
    )
    .orderBy(asc(settingChange.overAt), asc(settingChange.madeAt), asc(settingChange.id))
  // A temporary change that is over holds no more; a permanent one ended what was before it.
  return rows.filter(({ row, counts }) => row.returnsAt === null || counts).map(({ row }) => row)
}

/** A setting that is temporarily another: its value now, what it becomes by itself and when, and who made it so. */
export interface Temporary {
  name: string
  value: SettingValue
  until: number
  next: SettingValue
  by: string | null
}

/** What is temporarily set at the controllers in the reader's scope, by device. */
export async function temporaryNow(db: Db): Promise<Map<string, Temporary[]>> {
  const changes = await db
    .select({
      id: settingChange.id,
      deviceId: settingChange.deviceId,
      by: settingChange.actorName,
      program: settingChange.actorProgram,
    })
    .from(settingChange)
    .where(isReturning)
  const makers = new Map(changes.map(({ id, by, program }) => [id, program ?? by]))
  const found = new Map<string, Temporary[]>()
  for (const deviceId of new Set(changes.map(change => change.deviceId))) {
    const courses = [...(await coursesAt(db, deviceId))]
    found.set(
      deviceId,
      courses.flatMap(([name, course]) => {
        const [now, then] = [course.temporaries.at(-1), stepsOf(course)[0]]
        if (!now || !then) return []
        return [{ name, value: now.value, until: then.at, next: then.value, by: makers.get(now.id) ?? null }]
      }),
    )
  }
  return found
}

/** Notes which temporary changes were ended by others that came after them. */
export async function closeTemporary(db: Db, deviceId: string): Promise<void> {
  const open = await db
    .select({ id: settingChange.id })
    .from(settingChange)
    .where(and(eq(settingChange.deviceId, deviceId), isReturning))
  if (open.length === 0) return
  const held = heldIds(await coursesAt(db, deviceId))
  await noteReturned(
    db,
    open.flatMap(({ id }) => (held.has(id) ? [] : [id])),
  )
}

const heldIds = (courses: Courses): ReadonlySet<string> =>
  new Set([...courses.values()].flatMap(({ temporaries }) => temporaries.map(({ id }) => id)))

async function noteReturned(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(settingChange)
    .set({ returnedAt: new Date() })
    .where(and(inArray(settingChange.id, [...ids]), isNull(settingChange.returnedAt)))
}

/** Whether a value is one that the gateway was to set by itself by now. */
export function isDueReturn(course: Course | undefined, value: SettingValue | undefined): boolean {
  const last = Date.now() + EARLY_MS
  return course !== undefined && stepsOf(course).some(step => step.at <= last && isSame(step.value, value))
}

/** Whether a temporary value of a setting has ended: its time is over, and what then holds was reported. */
function hasEnded(course: Course, id: string, told: SettingValue | undefined): boolean {
  const its = course.temporaries.find(each => each.id === id)
  if (!its) return true
  const now = Date.now()
  if (its.until > now + EARLY_MS) return false
  // By a clock ahead of ours it ends early, which can only be seen of a value that is not covered by another one.
  const isSeen = course.temporaries.at(-1) === its && !isSame(told, its.value)
  return (its.until <= now || isSeen) && isSame(told, valueAt(course, Math.max(now, its.until)))
}

/**
 * Notes which temporary changes of a controller have ended by themselves. Returns the end of the earliest that should have,
 * ms since 1970.
 */
export async function settleReturns(
  db: Db,
  deviceId: string,
  values: SettingDocument,
): Promise<number | undefined> {
  const courses = await coursesAt(db, deviceId)
  const ends = new Map<string, number>()
  const going = new Set<string>()
  for (const [name, course] of courses)
    for (const { id, until } of course.temporaries) {
      ends.set(id, until)
      if (!hasEnded(course, id, values[name])) going.add(id)
    }
  await noteReturned(
    db,
    [...ends.keys()].filter(id => !going.has(id)),
  )
  const due = [...going].map(id => ends.get(id) ?? 0).filter(until => until <= Date.now())
  return due.length === 0 ? undefined : Math.min(...due)
}

/** Controllers on which a temporary change is still in force this long after its end. */
export async function overdueReturns(
  store: Store,
  devices: Pick<DeviceSide, 'latest'>,
  lateMs: number,
): Promise<string[]> {
  const due = await store
    .scoped(SYSTEM)
    .selectDistinct({ deviceId: settingChange.deviceId })
    .from(settingChange)
    .where(and(isReturning, sql`${settingChange.returnsAt} <= now()`))
  const overdue: string[] = []
  for (const { deviceId } of due) {
    const { values } = toldSettings(devices.latest(deviceId))
    const since = await store.transaction(SYSTEM, db => settleReturns(db, deviceId, values))
    if (since !== undefined && since < Date.now() - lateMs) overdue.push(deviceId)
  }
  return overdue
}

/** The values that gateways restored though the temporary change was no longer in force, of these settings. */
export async function lateReturns(
  db: Db,
  deviceId: string,
  since: Date,
  { names, values }: { names: readonly string[]; values: SettingDocument },
): Promise<string[]> {
  if (names.length === 0) return []
  const from = new Date(since.getTime() - EARLY_MS).toISOString()
  const rows = await db
    .select()
    .from(settingChange)
    .where(
      and(
        eq(settingChange.deviceId, deviceId),
        sql`${settingChange.returnsAt} between ${from} and ${new Date(Date.now() + EARLY_MS).toISOString()}`,
      ),
    )
  return names.filter(name => rows.some(({ base, before }) => isSame((base ?? before)[name], values[name])))
}
