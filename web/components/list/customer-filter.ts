import { useTranslation } from 'react-i18next'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { useSession } from '#web/data/session.ts'
import type { Filter } from './filter.ts'

/** Whether the viewer sees several customers, so that rows must say whose they are. */
export const useSeesCustomers = (): boolean => useSession(({ user }) => user?.seesCustomers ?? false)

/** The filter by customer; none for a customer's own users. */
export function useCustomerFilter(): Filter[] {
  const { t } = useTranslation('components')
  const offices = useOfficeOptions()
  return useSeesCustomers() ? [{ name: 'officeId', label: t($ => $.customer), ...offices }] : []
}
