import type { Choices } from './choices.ts'
import type { Grant } from './permissions.ts'
import { text } from './text.ts'
import { daysAfter, instantOf, localText } from './zone-time.ts'

/** Reports that are mailed automatically. */
export const scheduledReports = {
  daily: text('养殖场日报', 'Daily farm report'),
  alarmLog: text('报警记录', 'Alarm log'),
  flock: text('批次报告', 'Flock report'),
} as const satisfies Choices
export type ScheduledReport = keyof typeof scheduledReports

export const reportRhythms = {
  day: text('每天', 'Every day'),
  week: text('每周', 'Every week'),
  flockEnd: text('批次结束时', 'At the end of a flock'),
} as const satisfies Choices
export type ReportRhythm = keyof typeof reportRhythms

/** Weekdays, in the order of ISO 8601. */
export const weekdays = {
  monday: text('周一', 'Monday'),
  tuesday: text('周二', 'Tuesday'),
  wednesday: text('周三', 'Wednesday'),
  thursday: text('周四', 'Thursday'),
  friday: text('周五', 'Friday'),
  saturday: text('周六', 'Saturday'),
  sunday: text('周日', 'Sunday'),
} as const satisfies Choices
export type Weekday = keyof typeof weekdays

/** When each report can come: a daily one every day, that of a flock each week of its life or once at its end. */
export const rhythmsOf: Readonly<Record<ScheduledReport, readonly ReportRhythm[]>> = {
  daily: ['day'],
  alarmLog: ['day', 'week'],
  flock: ['week', 'flockEnd'],
}

/** The grant needed to have the report made. */
export const reportGrants: Readonly<Record<ScheduledReport, Grant>> = {
  daily: 'device_chart:export',
  alarmLog: 'house_alarm:export',
  flock: 'chicken_batch:export',
}

/** Most schedules of one person. */
export const REPORT_SCHEDULES_MAX = 20

/** When a report is due: at a time of day, on one weekday if it is weekly. */
export interface Rhythm {
  rhythm: ReportRhythm
  weekday: Weekday | null
  /** `06:30` */
  clock: string
}
/** A time at which a report is due: the calendar day, and the time in ms since 1970. */
export interface Due {
  on: string
  at: number
}

const isOn = ({ weekday }: Rhythm, day: string) =>
  weekday === null || new Date(day).getUTCDay() === (Object.keys(weekdays).indexOf(weekday) + 1) % 7

/** Days that always include the due time looked for, even for a weekly report. */
const DAYS = 8

/** The due times around a time, by the clocks of a zone. */
function duesFrom(rhythm: Rhythm, timeZone: string, at: number, first: number): Due[] {
  const today = localText(at, timeZone).slice(0, 10)
  return Array.from({ length: DAYS + 1 }, (_, i) => daysAfter(today, first + i))
    .filter(day => isOn(rhythm, day))
    .map(on => ({ on, at: instantOf(`${on}T${rhythm.clock}`, timeZone) }))
}

/** The first due time after a time (ms since 1970); undefined if flocks decide. */
export const nextDue = (rhythm: Rhythm, timeZone: string, after: number): Due | undefined =>
  rhythm.rhythm === 'flockEnd' ? undefined : duesFrom(rhythm, timeZone, after, 0).find(({ at }) => at > after)

/** The last due time up to and including a time (ms since 1970): earlier ones that were missed are not made up for. */
export const lastDue = (rhythm: Rhythm, timeZone: string, until: number): Due | undefined =>
  rhythm.rhythm === 'flockEnd'
    ? undefined
    : duesFrom(rhythm, timeZone, until, -DAYS).findLast(({ at }) => at <= until)
