import { useTranslation } from 'react-i18next'
import { momentOf } from '#shared/dates.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Filter } from '../list/filter.ts'
import type { List } from '../list/use-list.ts'
import { useZone } from '../time.tsx'

/** Filters in the address for when a ticket was created, ms; set by links to the list. */
export const MADE_IN = ['from', 'to']

/** The ones that are set, so that they can be seen and cleared. */
export function useMadeFilter({ filters }: Pick<List<unknown>, 'filters'>): Filter[] {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const labels = { from: t($ => $.madeFrom), to: t($ => $.madeBefore) }
  return (['from', 'to'] as const).flatMap(name => {
    const value = filters[name]
    if (!value) return []
    return [
      { name, label: labels[name], options: [{ value, label: momentOf(Number(value), language, zone) }] },
    ]
  })
}
