import { AMOUNT, type Amount } from '#shared/amounts.ts'
import { clockOf, dayOf, offsetOf } from '#shared/dates.ts'
import { labelIn } from '#shared/setting-days.ts'
import {
  formatSignal,
  type SettingDocument,
  type SettingGroupKey,
  type SettingValue,
  settingByName,
  settingGroupNames,
} from '#shared/signals.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { sayBoth, type TextKey } from '../../platform/http/texts.ts'

/** Settings named in a message; the others are counted. */
const NAMED = 2

export const groupName = (key: SettingGroupKey): Text => settingGroupNames[key]

interface Told {
  key: TextKey
  actor: string
  house: string
  group: SettingGroupKey
  before: SettingDocument
  /** What they are now, or should have become; empty for readers who may not see values. */
  after: SettingDocument
  /** Days of age of the points among them. */
  days: SettingDocument
  /** For a temporary change: its end by the house's clock. */
  until?: { at: Date; timeZone: string } | undefined
}

/** The text of a message about a change: who, where, which group, and the first settings from old to new. */
export function changeTitle({ key, actor, house, group, before, after, days, until }: Told) {
  const named = Object.keys(after).slice(0, NAMED)
  const amounts = named.flatMap(name => [before[name], after[name]].flatMap(value => amountOf(name, value)))
  const says = (language: Language) => named.map(name => sentence(name, { before, after, days }, language))
  const separator: Text = { 'zh-CN': '；', 'en-US': '; ' }
  const colon: Text = { 'zh-CN': '：', 'en-US': ': ' }
  const changes = Object.fromEntries(
    languages.map(language => {
      const said = says(language).join(separator[language])
      return [language, said && colon[language] + said]
    }),
  ) as Text
  const more = Object.keys(after).length - named.length
  const end = until ? endText(until) : { 'zh-CN': '', 'en-US': '' }
  const rest = more > 0 ? sayBoth(['setting.told.more', { count: more }]) : { 'zh-CN': '', 'en-US': '' }
  // Names may contain anything: a value placeholder in one would shift the others.
  const plain = (name: string) => name.replaceAll(AMOUNT, ' ')
  return {
    title: sayBoth([
      key,
      { actor: plain(actor), house: plain(house), group: groupName(group), changes, more: rest, until: end },
    ]),
    amounts: amounts.length > 0 ? amounts : null,
  }
}

/** `, temporarily until 28 Nov 2026 06:00 (UTC+8)`: a message is read anywhere. */
function endText({ at, timeZone }: { at: Date; timeZone: string }): Text {
  const clock = `${clockOf(at, timeZone)} (${offsetOf(at, timeZone)})`
  const said = (language: Language) => `${dayOf(at, language, timeZone)} ${clock}`
  return sayBoth(['setting.told.until', { at: { 'zh-CN': said('zh-CN'), 'en-US': said('en-US') } }])
}

function sentence(
  name: string,
  { before, after, days }: Pick<Told, 'before' | 'after' | 'days'>,
  language: Language,
): string {
  const signal = settingByName(name)
  const label = signal ? labelIn(signal, days)[language] : name
  return `${label} ${valueIn(name, before[name], language)} → ${valueIn(name, after[name], language)}`
}

const isAmount = (name: string, value: SettingValue | undefined): value is number =>
  typeof value === 'number' && settingByName(name)?.enum === undefined && settingByName(name) !== undefined

function amountOf(name: string, value: SettingValue | undefined): Amount[] {
  const signal = settingByName(name)
  if (!signal || !isAmount(name, value)) return []
  const { unit, decimals, isDifference } = signal
  return [{ value, unit, decimals, ...(isDifference && { isDifference }) }]
}

/** A number becomes an amount placeholder in the title, so that each reader gets it in their units. */
function valueIn(name: string, value: SettingValue | undefined, language: Language): string {
  if (isAmount(name, value)) return AMOUNT
  return formatSignal(value, settingByName(name) ?? { unit: '', decimals: 0 }, { language, units: 'metric' })
}
