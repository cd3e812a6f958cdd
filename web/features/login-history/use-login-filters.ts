import { useTranslation } from 'react-i18next'
import { loginOperations, loginPeriods, USUAL_LOGIN_PERIOD } from '#shared/contracts/login-history.ts'
import { channels } from '#shared/contracts/session.ts'
import type { Chips, Filter } from '#web/components/list/filter.ts'
import { periodFilter } from '#web/components/list/period.ts'
import { useOfficeOptions } from '#web/components/use-options.ts'

/** Filters in the address. */
export const FILTERS = ['search', 'period', 'operation', 'platform', 'officeId']

/** Chips and filters of the login history. */
export function useLoginFilters(): { chips: Chips; filters: Filter[] } {
  const { t } = useTranslation('login-history')
  const offices = useOfficeOptions()
  const operations = loginOperations.map(value => ({ value, label: t($ => $.operations[value]) }))
  const platforms = channels.map(value => ({ value, label: t($ => $.platforms[value]) }))
  const period = {
    label: t($ => $.period),
    of: (value: (typeof loginPeriods)[number]) => t($ => $.periods[value]),
  }
  return {
    chips: { name: 'operation', label: t($ => $.fields.operation), options: operations },
    filters: [
      periodFilter(loginPeriods, USUAL_LOGIN_PERIOD, period),
      { name: 'platform', label: t($ => $.fields.platform), options: platforms },
      { name: 'officeId', label: t($ => $.fields.customerName), ...offices },
    ],
  }
}
