import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { historyPeriods, operaHistory, operatorKinds, USUAL_PERIOD } from '#shared/contracts/opera-history.ts'
import { useSeesCustomers } from '#web/components/list/customer-filter.ts'
import type { Chips, Filter } from '#web/components/list/filter.ts'
import { periodFilter } from '#web/components/list/period.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useOfficeOptions, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Filters in the address. */
export const FILTERS = [
  'search',
  'period',
  'module',
  'type',
  'operatorKind',
  'operatorId',
  'officeId',
  'partOf',
]

/** Chips and filters of the operation history. */
export function useHistoryFilters(): { chips: Chips; filters: Filter[] } {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const { partOf } = useScreen().search
  const seesCustomers = useSeesCustomers()
  const { data } = useQuery({
    queryKey: [operaHistory.words.path, language],
    queryFn: () => call(operaHistory.words),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { path } = operaHistory.operators
  const operators = useOptions(path, '', search => call(operaHistory.operators, { query: { search } }))
  const offices = useOfficeOptions()
  const kinds = operatorKinds.map(value => ({ value, label: t($ => $.kinds[value]) }))
  const period = {
    label: t($ => $.period),
    of: (value: (typeof historyPeriods)[number]) => t($ => $.periods[value]),
  }
  return {
    chips: { name: 'operatorKind', label: t($ => $.fields.operatorName), options: kinds },
    filters: [
      periodFilter(historyPeriods, USUAL_PERIOD, period),
      { name: 'module', label: t($ => $.fields.module), options: choices(data?.modules) },
      { name: 'type', label: t($ => $.fields.type), options: choices(data?.types) },
      { name: 'operatorId', label: t($ => $.fields.operatorName), ...operators },
      ...(seesCustomers ? [{ name: 'officeId', label: t($ => $.fields.officeName), ...offices }] : []),
      // Only set by links from a file's entry.
      ...(partOf
        ? [
            {
              name: 'partOf',
              label: t($ => $.partOf),
              options: [{ value: partOf, label: t($ => $.thisFile) }],
            },
          ]
        : []),
    ],
  }
}

const choices = (words: readonly { id: string; name: string }[] = []) =>
  words.map(({ id, name }) => ({ value: id, label: name }))
