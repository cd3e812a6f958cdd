import { sql } from 'drizzle-orm'
import { text } from '#shared/text.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'

/** A plan for a day further away is a slip of the year. Days */
const PLANS = { back: 365, ahead: 730 }
const DAY_MS = 86_400_000
/** An appointment may be written down when it has just begun. ms */
const JUST_NOW = 3_600_000

const says = {
  far: text('{day} 离今天太远，请检查年份', '{day} is far from today. Check the year'),
  future: text('实际日期不能晚于今天', 'What has happened cannot be later than today'),
  past: text('日期已过', 'This day has passed'),
  over: text('时间已过', 'This time has passed'),
}

/** Today by the provider's calendar. */
export async function providerToday(db: Db): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(
    sql`select (now() at time zone (select provider_zone()))::date::text as today`,
  )
  return String(rows[0]?.today)
}

type Days = Readonly<Record<string, string | null | undefined>>
interface Typed {
  /** What is planned. */
  planned?: Days
  /** What has happened. */
  actual?: Days
  /** What is promised from now on. */
  promised?: Days
}

/** Days that nobody can mean, each at its field. */
export function oddDays(today: string, { planned = {}, actual = {}, promised = {} }: Typed): FieldFault[] {
  const [first, last] = [daysAfter(today, -PLANS.back), daysAfter(today, PLANS.ahead)]
  const faults = (days: Days, faultOf: (day: string) => FieldFault['message'] | null): FieldFault[] =>
    Object.entries(days).flatMap(([field, day]) => {
      const message = day ? faultOf(day) : null
      return message === null ? [] : [{ field, message }]
    })
  return [
    ...faults({ ...planned, ...promised }, day => (day < first || day > last ? [says.far, { day }] : null)),
    ...faults(actual, day => (day > today ? says.future : null)),
    ...faults(promised, day => (day < today && day >= first ? says.past : null)),
  ]
}

/** Refuses {@link oddDays}. Today is by the provider's calendar unless given by another. */
export async function refuseOddDays(db: Db, typed: Typed, by?: string): Promise<void> {
  const found = oddDays(by ?? (await providerToday(db)), typed)
  if (found.length > 0) throw refuse.invalid(found)
}

/** Refuses an appointment that is over, or so far ahead that the year is wrong. `at` in ISO 8601. */
export function refuseOddMoment(field: string, at: string): void {
  const ahead = Date.parse(at) - Date.now()
  if (ahead < -JUST_NOW) throw refuse.invalid([{ field, message: says.over }])
  if (ahead > PLANS.ahead * DAY_MS)
    throw refuse.invalid([{ field, message: [says.far, { day: at.slice(0, 10) }] }])
}
