import { type SettingDocument, type SettingSignal, settingByName } from './signals.ts'
import type { Text } from './text.ts'

/** The setting with the day of age of a setting's point: `Settings/Temp/Curve/P05/Day`; undefined for one of no point. */
function dayOf(name: string): string | undefined {
  const point = /^.*\/P\d+\//.exec(name)?.[0]
  const day = point && `${point}Day`
  return day && settingByName(day) ? day : undefined
}

/** The days of age of the points that these settings belong to, as settings. */
export function daysOf(names: readonly string[], document: SettingDocument): SettingDocument {
  const days = new Set(names.flatMap(name => dayOf(name) ?? []))
  return Object.fromEntries(
    [...days].flatMap(name => (typeof document[name] === 'number' ? [[name, document[name]]] : [])),
  )
}

/** The day of age of a setting's point in a document; undefined for one of no point, and for the day itself. */
export function pointDay(name: string, document: Readonly<Record<string, unknown>>): number | undefined {
  const day = dayOf(name)
  const age = day === undefined || day === name ? undefined : document[day]
  return typeof age === 'number' ? age : undefined
}

/** `Day 21` */
export const dayText = (age: number): Text => ({ 'zh-CN': `${age} 日龄`, 'en-US': `Day ${age}` })

/** `Day 21: target` for `Point 5: target`: growers know a point by its day of age in the document, not by its number. */
export const labelIn = (signal: SettingSignal, document: Readonly<Record<string, unknown>>): Text =>
  labelAt(signal, pointDay(signal.name, document))

/** The same for a point whose day of age is known. */
export function labelAt({ label }: Pick<SettingSignal, 'label'>, age: number | undefined): Text {
  if (age === undefined) return label
  const said = dayText(age)
  return {
    'zh-CN': label['zh-CN'].replace(/^第 \d+ 点/, said['zh-CN']),
    'en-US': label['en-US'].replace(/^Point \d+/, said['en-US']),
  }
}
