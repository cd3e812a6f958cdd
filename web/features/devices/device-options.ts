import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import type { DeviceType } from '#shared/devices.ts'
import { type Options, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

/** Devices of a type in the viewer's scope, by code and name; with an office, those of its customer. */
export const useDeviceOptions = (type: DeviceType, customerOf?: string): Options =>
  useOptions(devices.options.path, `${type} ${customerOf ?? ''}`, search =>
    call(devices.options, { query: { type, search, customerOf } }),
  )

/** Devices that could replace this one. */
export const useReplacementOptions = (replacementOf: string): Options =>
  useOptions(devices.options.path, replacementOf, search =>
    call(devices.options, { query: { replacementOf, search } }),
  )

/** Released products for a controller; those that match what it reported say so. */
export function useProductOptions(deviceId: string | undefined): Options {
  const { t } = useTranslation('devices')
  return useOptions(iotProducts.options.path, deviceId ?? '', async search => {
    const found = await call(iotProducts.options, { query: { search, deviceId } })
    return found.map(({ id, name, isProposed }) => ({
      id,
      name: isProposed ? t($ => $.fitsBirth, { name }) : name,
    }))
  })
}
