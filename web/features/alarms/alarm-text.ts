import { groupFanFaults } from '#shared/alarm-groups.ts'
import { alarmLabel, measureOfAlarm } from '#shared/alarms.ts'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'

/** What an alarm is called in the reader's language. */
export const nameOf = ({ code }: Pick<Alarm, 'code'>, language: Language): string =>
  alarmLabel(code)[language]

/** A value of the alarm's metric as its reader sees it; null where there is none. */
export function amountOf(metric: string | null, value: number | null, reader: Reader): string | null {
  if (value === null) return null
  const signal = metricByName.get(metric ?? '')
  return signal ? formatSignal(value, signal, reader) : value.toLocaleString(reader.language)
}

/** A value of the alarm's own as its reader sees it; null where there is none. */
export function figureOf({ code }: Pick<Alarm, 'code'>, value: number | null, reader: Reader): string | null {
  if (value === null) return null
  const measure = measureOfAlarm(code)
  return measure ? formatSignal(value, measure, reader) : value.toLocaleString(reader.language)
}

/** Facts of one alarm one after the other, as the language separates them. */
export const factsText = (facts: readonly string[], language: Language): string =>
  facts.join(language === 'zh-CN' ? '，' : ', ')

/** Names of the houses, the first of many. */
export function housesText({ houses }: Pick<Alarm, 'houses'>, language: Language): string {
  const names = houses.map(({ name }) => name)
  const shown = names.length > 3 ? [...names.slice(0, 3), `+${names.length - 3}`] : names
  return shown.join(language === 'zh-CN' ? '、' : ', ')
}

/** Whose houses and which; a customer's own people know whose. */
export function whereText(alarm: Pick<Alarm, 'customer' | 'houses'>, language: Language): string {
  const houses = housesText(alarm, language)
  return alarm.customer === null ? houses : `${alarm.customer} · ${houses}`
}

/** Whether the alarm still stands. */
export const stands = ({ condition }: Pick<Alarm, 'condition'>): boolean => condition !== 'cleared'

/** Nobody has seen it and it stands: the only thing on the page that moves. */
export const isCrying = (alarm: Pick<Alarm, 'condition' | 'handling'>): boolean =>
  stands(alarm) && alarm.handling === 'new'

/** Alarms that stand as one line: what failed together. */
export type AlarmGroup = [Alarm, ...Alarm[]]

/** Fan groups of a house that failed together are one line as long as they are in the same state. */
export const groupAlarms = (rows: readonly Alarm[]): AlarmGroup[] =>
  groupFanFaults(rows, ({ code, houses, condition, handling, raisedAt }) => ({
    code,
    place: [condition, handling, ...houses.map(({ id }) => id)].join(),
    at: Date.parse(raisedAt),
  }))
