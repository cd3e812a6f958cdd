import { AMOUNT, type Amount } from '#shared/amounts.ts'
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
}

/** The text of a message about a change: who, where, which group, and the first settings from old to new. */
export function changeTitle({ key, actor, house, group, before, after }: Told) {
  const named = Object.keys(after).slice(0, NAMED)
  const amounts = named.flatMap(name => [before[name], after[name]].flatMap(value => amountOf(name, value)))
  const says = (language: Language) => named.map(name => sentence(name, before, after, language))
  const separator: Text = { 'zh-CN': '；', 'en-US': '; ' }
  const colon: Text = { 'zh-CN': '：', 'en-US': ': ' }
  const changes = Object.fromEntries(
    languages.map(language => {
      const said = says(language).join(separator[language])
      return [language, said && colon[language] + said]
    }),
  ) as Text
  const more = Object.keys(after).length - named.length
  const rest = more > 0 ? sayBoth(['setting.told.more', { count: more }]) : { 'zh-CN': '', 'en-US': '' }
  // Names may contain anything: a value placeholder in one would shift the others.
  const plain = (name: string) => name.replaceAll(AMOUNT, ' ')
  return {
    title: sayBoth([
      key,
      { actor: plain(actor), house: plain(house), group: groupName(group), changes, more: rest },
    ]),
    amounts: amounts.length > 0 ? amounts : null,
  }
}

function sentence(name: string, before: SettingDocument, after: SettingDocument, language: Language): string {
  const label = settingByName(name)?.label[language] ?? name
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
