import { sql } from 'drizzle-orm'
import type { AnalysisCard, AnalysisPeriod } from '#shared/contracts/analysis.ts'
import { dateIn, daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../platform/database/store.ts'

/** Above this many days the steps are weeks; above the next, months. */
const BY_DAY = 92
const BY_WEEK = 2 * 366

export type Period = Pick<AnalysisCard, 'from' | 'to' | 'before' | 'timeZone' | 'step' | 'days'>

/** The requested days, by the provider's calendar, with as many before, in steps that a chart can show. */
export async function periodOf(db: Db, asked: AnalysisPeriod): Promise<Period> {
  const { rows } = await db.execute<{ zone: string }>(sql`select provider_zone() as zone`)
  const timeZone = rows[0]?.zone ?? 'UTC'
  const yesterday = daysAfter(dateIn(timeZone, new Date()), -1)
  const to = asked.to ?? yesterday
  const from = asked.from ?? daysAfter(to, 1 - Number(asked.days))
  const length = daysBetween(from, to) + 1
  const step = length <= BY_DAY ? 'day' : length <= BY_WEEK ? 'week' : 'month'
  const before = { from: daysAfter(from, -length), to: daysAfter(from, -1) }
  return { from, to, before, timeZone, step, days: stepsOf(from, to, step) }
}

/** The first day of each step: weeks count from the beginning, months are those of the calendar. */
function stepsOf(from: string, to: string, step: Period['step']): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = after(day, step)) days.push(day)
  return days
}

function after(day: string, step: Period['step']): string {
  if (step === 'day') return daysAfter(day, 1)
  return step === 'week' ? daysAfter(day, 7) : monthAfter(day)
}

/** The first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** The first day of the next month. */
export function monthAfter(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
