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

/** `Day 21` */
export const dayText = (age: number): Text => ({ 'zh-CN': `${age} 日龄`, 'en-US': `Day ${age}` })

/** `Day 21: target` for `Point 5: target`: growers know a point by its day of age in the document, not by its number. */
export function labelIn({ name, label }: SettingSignal, document: Readonly<Record<string, unknown>>): Text {
  const day = dayOf(name)
  const age = day === undefined || day === name ? undefined : document[day]
  if (typeof age !== 'number') return label
  const said = dayText(age)
  return {
    'zh-CN': label['zh-CN'].replace(/^第 \d+ 点/, said['zh-CN']),
    'en-US': label['en-US'].replace(/^Point \d+/, said['en-US']),
  }
}
