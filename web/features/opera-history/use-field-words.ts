import { useQuery } from '@tanstack/react-query'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HistoryDetail } from '#shared/contracts/opera-history.ts'
import { dayOf, momentOf } from '#shared/dates.ts'
import type { Language } from '#shared/text.ts'
import { fieldNumber } from '#web/components/measure.ts'
import { useZone } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'

/** Labels of a module's fields and values. */
interface FieldWords {
  label(field: string): string
  value(field: string, value: unknown): string
}

interface Texts {
  readonly [key: string]: string | Texts | undefined
}

/** Modules that use another feature's texts. */
const TEXTS_OF: Readonly<Record<string, string>> = { 'trial-customers': 'customers' }

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * Labels by field name: those the module describes it with, else those of its screen, from the texts of the feature of the
 * same name.
 */
export function useFieldWords(of: string, described: HistoryDetail['words']): FieldWords {
  const module = TEXTS_OF[of] ?? of
  const { t } = useTranslation('opera-history')
  const reader = useReader()
  const { language } = reader
  const zone = useZone()
  const { data = {} } = useQuery({
    queryKey: ['texts', language, module],
    // A module without a screen has no texts of its own.
    queryFn: async () => {
      await i18next.loadNamespaces(module)
      return textsOf(language, module)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const own = [data, textsOf(language, 'opera-history')]
  const common = textsOf(language, 'components')
  const say = (field: string, value: unknown): string => {
    if (Array.isArray(value))
      return value.map(each => say(field, each)).join(language === 'zh-CN' ? '、' : ', ')
    if (typeof value === 'boolean') return value ? t($ => $.yes) : t($ => $.no)
    if (typeof value === 'number') return fieldNumber(value, field, reader)
    if (typeof value === 'object' && value !== null) return nameIn(value)
    const text = String(value)
    if (INSTANT.test(text)) return momentOf(new Date(text), language, zone)
    if (DAY.test(text)) return dayOf(new Date(text), language, 'UTC')
    return described[field]?.values[text] ?? wordFor([data, common], module, field, text) ?? text
  }
  return {
    label: field => described[field]?.label ?? labelFor([...own, common], field) ?? readable(field),
    value: say,
  }
}

const textsOf = (language: Language, namespace: string): Texts =>
  (i18next.getResourceBundle(language, namespace) as Texts | undefined) ?? {}

const textAt = (texts: Texts, ...path: string[]): string | undefined => {
  let found: string | Texts | undefined = texts
  for (const key of path) found = typeof found === 'object' ? found[key] : undefined
  return typeof found === 'string' ? found : undefined
}
const firstOf = <T>(each: readonly T[], find: (one: T) => string | undefined): string | undefined => {
  for (const one of each) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** `groupName` takes the label of the field that picks the group. */
function labelFor(all: readonly Texts[], field: string): string | undefined {
  const last = field.split('.').at(-1) ?? field
  const names = [field, last, last.replace(/(Name|Code)$/, 'Id'), last.replace(/(Name|Code)$/, '')]
  return firstOf(all, texts => firstOf(names, name => textAt(texts, 'fields', name)))
}

/** A choice is named as in the screen's own texts (`status.released`) or in the common ones (`houseType.layer`). */
function wordFor(all: readonly Texts[], module: string, field: string, value: string): string | undefined {
  const last = (field.split('.').at(-1) ?? field).replace(/([a-z])s$/, '$1')
  const subject = module.replace(/s$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const names = [field, last, `${last}s`, `${subject}${last.charAt(0).toUpperCase()}${last.slice(1)}`]
  return firstOf(all, texts => firstOf(names, name => textAt(texts, name, value)))
}

/** The name of a nested row. */
function nameIn(value: object): string {
  const { name, code, label } = value as Record<string, unknown>
  const found = name ?? code ?? label
  return typeof found === 'string' ? found : JSON.stringify(value)
}

/** `nextMaintenanceOn` as `Next maintenance on`: better than nothing if no screen has a label. */
function readable(field: string): string {
  const words = field
    .replaceAll('.', ' · ')
    .replace(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
