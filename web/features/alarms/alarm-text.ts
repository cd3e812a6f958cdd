import { alarmsLabel, groupFanFaults } from '#shared/alarm-groups.ts'
import { measureOfAlarm } from '#shared/alarms.ts'
import type { Alarm, AlarmDetail } from '#shared/contracts/alarms.ts'
import { formatSignal, metricByName } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'

/** What an alarm, with the others of its line, is called in the reader's language. */
export const nameOf = (alarm: Pick<Alarm, 'code'>, line: readonly Alarm[], language: Language): string =>
  alarmsLabel((line.length > 0 ? line : [alarm]).map(({ code }) => code))[language]

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

/** An alarm with all that are one line with it; none where it stands by itself. */
export interface OfLine {
  alarm: AlarmDetail
  line: readonly Alarm[]
}

/** Alarms that stand as one line: what failed together. */
export type AlarmGroup = [Alarm, ...Alarm[]]

/** Fan groups of a controller that failed together are one line as long as they are in the same state. */
export const groupAlarms = (rows: readonly Alarm[]): AlarmGroup[] =>
  groupFanFaults(rows, ({ code, iotId, condition, handling, raisedAt }) => ({
    code,
    place: [condition, handling, iotId].join(),
    at: Date.parse(raisedAt),
  }))

/** The line that opens with this alarm: what is done there is done to all of it. */
export const lineOf = (rows: readonly Alarm[], id: string): readonly Alarm[] =>
  groupAlarms(rows).find(([first]) => first.id === id) ?? []
