import { useTranslation } from 'react-i18next'
import { deviceTypes } from '#shared/devices.ts'
import { useStatusChoices } from '#web/components/device-status.tsx'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import type { Chips, Filter } from '#web/components/list/filter.ts'

/** Filters in the address. */
export const FILTERS = ['search', 'type', 'status', 'officeId', DELETED]

/** Chips and filters of the device list. */
export function useDeviceFilters(): { chips: Chips; filters: Filter[] } {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const types = deviceTypes.map(value => ({ value, label: word($ => $.deviceType[value]) }))
  return {
    chips: { name: 'status', label: t($ => $.fields.status), options: useStatusChoices() },
    filters: [{ name: 'type', label: t($ => $.fields.type), options: types }, ...useCustomerFilter()],
  }
}
