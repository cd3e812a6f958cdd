import { useTranslation } from 'react-i18next'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import type { HouseType } from '#shared/signals.ts'
import { type Options, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

/** Devices that can serve a house of this office's customer, by code and name; other types than controllers are named. */
export function useServingOptions(customerOf: string | undefined): Options {
  const { t } = useTranslation('components')
  const found = useOptions(devices.options.path, `serving ${customerOf ?? ''}`, search =>
    call(devices.options, { query: { serving: 'true', search, customerOf } }),
  )
  const options = found.options.map(option => {
    const { label, type } = option
    return !type || type === 'controller'
      ? option
      : { ...option, label: `${label} · ${t($ => $.deviceType[type])}` }
  })
  return { ...found, options }
}

/** House groups in the viewer's scope by name; with an office, those of its customer. */
export const useGroupOptions = (customerOf?: string): Options =>
  useOptions(houseGroups.options.path, customerOf ?? '', search =>
    call(houseGroups.options, { query: { search, customerOf } }),
  )

/** Released cage system types for houses of this type. */
export const useCageTypeOptions = (houseType: HouseType): Options =>
  useOptions(cageTypes.options.path, houseType, search =>
    call(cageTypes.options, { query: { houseType, search } }),
  )
