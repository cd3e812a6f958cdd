import { useTranslation } from 'react-i18next'
import type { Customer } from '#shared/contracts/customers.ts'
import { countryName } from '#shared/countries.ts'
import { approvals, type loggedItems, stages } from '#shared/customers.ts'
import { dateOf } from '#shared/dates.ts'
import { lastDay } from '#shared/zone-time.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Item = (typeof loggedItems)[number]

/** Texts for items of the update log and their values; `customer` gives the time zone of its days. */
export function useLogWords({ timeZone }: Pick<Customer, 'timeZone'>) {
  const { t } = useTranslation('customers')
  const language = usePreferences(({ language }) => language)
  const itemOf = (item: string): string => t($ => $.fields[item as Item])
  const wordOf = (item: string, value: unknown): string => {
    if (typeof value === 'boolean') return t($ => $.log[value ? 'yes' : 'no'])
    if (typeof value === 'number') return value.toLocaleString(language, { maximumFractionDigits: 6 })
    if (typeof value === 'object' && value !== null) {
      const names = value as Record<string, string>
      return names[language] || Object.values(names)[0] || ''
    }
    const text = String(value)
    if (item === 'country') return countryName(text, language)
    if (item === 'approval') return t($ => $.approvals[approvals.find(each => each === text) ?? 'pending'])
    if (item === 'stage') return t($ => $.stages[stages.find(each => each === text) ?? 'formal'])
    if (item.endsWith('On')) return dateOf(text, language)
    // A consent lasts to the end of a day by the customer's calendar.
    if (item.endsWith('Until'))
      return t($ => $.consentUntil, { time: dateOf(lastDay(Date.parse(text), timeZone), language) })
    return text
  }
  return { itemOf, wordOf }
}
