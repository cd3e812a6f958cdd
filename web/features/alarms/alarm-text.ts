import { groupFanFaults } from '#shared/alarm-groups.ts'
import { lineLabel, underCauses } from '#shared/alarm-under.ts'
import { measureOfAlarm } from '#shared/alarms.ts'
import type { Alarm, AlarmDetail } from '#shared/contracts/alarms.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'

/** Name of an alarm, together with the others of its line, for its reader. */
export const nameOf = (
  alarm: Pick<Alarm, 'code'>,
  line: readonly Alarm[],
  { language, units }: Reader,
): string =>
  lineLabel(
    (line.length > 0 ? line : [alarm]).map(({ code }) => code),
    units,
  )[language]

/** A value of the alarm's metric, formatted for the reader; null if there is none. */
export function amountOf(metric: string | null, value: number | null, reader: Reader): string | null {
  if (value === null) return null
  const signal = metricByName.get(metric ?? '')
  return signal ? formatSignal(value, signal, reader) : value.toLocaleString(reader.language)
}

/** A value of the alarm itself, formatted for the reader; null if there is none. */
export function figureOf({ code }: Pick<Alarm, 'code'>, value: number | null, reader: Reader): string | null {
  if (value === null) return null
  const measure = measureOfAlarm(code)
  return measure ? formatSignal(value, measure, reader) : value.toLocaleString(reader.language)
}

/** Facts about one alarm joined with the language's separator. */
export const factsText = (facts: readonly string[], language: Language): string =>
  facts.join(language === 'zh-CN' ? '，' : ', ')

/** Names of the houses; of many, only the first. */
export function housesText({ houses }: Pick<Alarm, 'houses'>, language: Language): string {
  const names = houses.map(({ name }) => name)
  const shown = names.length > 3 ? [...names.slice(0, 3), `+${names.length - 3}`] : names
  return shown.join(language === 'zh-CN' ? '、' : ', ')
}

/** Customer and houses; a customer's own users see no customer. */
export function whereText(alarm: Pick<Alarm, 'customer' | 'houses'>, language: Language): string {
  const houses = housesText(alarm, language)
  return alarm.customer === null ? houses : `${alarm.customer} · ${houses}`
}

/** Whether the alarm is still active. */
export const stands = ({ condition }: Pick<Alarm, 'condition'>): boolean => condition !== 'cleared'

/** It comes and goes, and stands until it has been quiet for a while. */
export const isFlipping = ({ condition, flipping }: Pick<Alarm, 'condition' | 'flipping'>): boolean =>
  stands({ condition }) && flipping

/** Active and unseen: the only thing on the page that moves. */
export const isCrying = (
  alarm: Pick<Alarm, 'condition' | 'handling'> & Partial<Pick<Alarm, 'shelf'>>,
): boolean => stands(alarm) && alarm.handling === 'new' && !alarm.shelf

/** An alarm with all those in one line with it; empty if it stands alone. */
export interface OfLine {
  alarm: AlarmDetail
  line: readonly Alarm[]
}

/** Alarms in one line: those that failed together, and those that the first explains. */
export type AlarmGroup = [Alarm, ...Alarm[]]

/**
 * Fan groups of a controller that failed together are one line as long as they are in the same state; active alarms that
 * another explains stand under it.
 */
export function groupAlarms(rows: readonly Alarm[]): AlarmGroup[] {
  const together = groupFanFaults(rows, ({ code, iotId, condition, handling, raisedAt }) => ({
    code,
    place: [condition, handling, iotId].join(),
    at: Date.parse(raisedAt),
  }))
  return underCauses(together, ([first]) => (stands(first) ? standingOf(first) : null)).map(
    groups => groups.flat() as AlarmGroup,
  )
}

const standingOf = ({ code, level, houses, since, raisedAt }: Alarm) => ({
  code,
  level,
  houses: houses.map(({ id }) => id),
  since: Date.parse(since ?? raisedAt),
})

/** The line in which this alarm stands: steps taken there apply to all of it. */
export const lineOf = (rows: readonly Alarm[], id: string): readonly Alarm[] =>
  groupAlarms(rows).find(([first]) => first.id === id) ?? []
