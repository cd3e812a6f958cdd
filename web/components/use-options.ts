import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cageTypes } from '#shared/contracts/cage-types.ts'
import { customers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import { roles } from '#shared/contracts/roles.ts'
import { users } from '#shared/contracts/users.ts'
import type { DeviceType } from '#shared/devices.ts'
import type { Kind } from '#shared/permissions.ts'
import type { HouseType } from '#shared/signals.ts'
import { call } from '#web/data/client.ts'
import type { Named } from './form/form-names.ts'

/** Choices of a picker that asks the server while one types, in the shape antd's Select takes. */
export interface Options {
  options: (Named & { type?: DeviceType | undefined })[]
  loading: boolean
  search: (text: string) => void
}

interface Option {
  id: string
  name: string
  code?: string
  type?: DeviceType
}

const holds = (label: string, text: string) => label.toLowerCase().includes(text.toLowerCase())

/** Choices of an endpoint that lists ids and names; `of` is what else they depend on. */
export function useOptions(path: string, of: string, ask: (search: string) => Promise<Option[]>): Options {
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: [path, of, asked],
    queryFn: () => ask(asked),
    placeholderData: keepPreviousData,
  })
  const options = useMemo(
    () =>
      (data ?? []).map(({ id, name, code, type }) => ({
        value: id,
        type,
        label: code === undefined ? name : `${code} · ${name}`,
      })),
    [data],
  )
  // Until the answer is here those of the last one stay that hold what is typed: Enter takes the first.
  const typed = search.trim()
  const isOld = isPlaceholderData || asked !== typed
  const shown = isOld ? options.filter(({ label }) => holds(label, typed)) : options
  return { options: shown, loading: isFetching, search: setSearch }
}

/** Offices of the viewer's scope by name. */
export const useOfficeOptions = (): Options =>
  useOptions(devices.officeOptions.path, '', search => call(devices.officeOptions, { query: { search } }))

/** Devices of a type in the viewer's scope, by code and name; with an office those of its customer. */
export const useDeviceOptions = (type: DeviceType, customerOf?: string): Options =>
  useOptions(devices.options.path, `${type} ${customerOf ?? ''}`, search =>
    call(devices.options, { query: { type, search, customerOf } }),
  )

/** Devices that can serve a house of this office's customer, by code and name; what is no controller says what it is. */
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

/** Devices that could take the place of this one. */
export const useReplacementOptions = (replacementOf: string): Options =>
  useOptions(devices.options.path, replacementOf, search =>
    call(devices.options, { query: { replacementOf, search } }),
  )

/** House groups of the viewer's scope by name; with an office those of its customer. */
export const useGroupOptions = (customerOf?: string): Options =>
  useOptions(houseGroups.options.path, customerOf ?? '', search =>
    call(houseGroups.options, { query: { search, customerOf } }),
  )

/** Released cage system types for houses of a type. */
export const useCageTypeOptions = (houseType: HouseType): Options =>
  useOptions(cageTypes.options.path, houseType, search =>
    call(cageTypes.options, { query: { houseType, search } }),
  )

/** Released products for a controller; those it can be by what it told say so. */
export function useProductOptions(deviceId: string | undefined): Options {
  const { t } = useTranslation('components')
  return useOptions(iotProducts.options.path, deviceId ?? '', async search => {
    const found = await call(iotProducts.options, { query: { search, deviceId } })
    return found.map(({ id, name, isProposed }) => ({
      id,
      name: isProposed ? t($ => $.fitsBirth, { name }) : name,
    }))
  })
}

/** The provider and its departments by name: who looks after a customer. */
export const useManagerOptions = (): Options =>
  useOptions(customers.managerOptions.path, '', search =>
    call(customers.managerOptions, { query: { search } }),
  )

/** Agents of the viewer's scope by name. */
export const useAgentOptions = (): Options =>
  useOptions(customers.agentOptions.path, '', search => call(customers.agentOptions, { query: { search } }))
/** Departments of the viewer's scope with the way to each; with a user those of that user's organisation. */
export const useDepartmentOptions = (userId?: string): Options =>
  useOptions(users.departments.path, userId ?? '', search =>
    call(users.departments, { query: { search, userId } }),
  )

/** Roles the viewer may assign, for a kind of user, to a user of this office or of their own. */
export const useRoleOptions = (kind?: Kind, officeId?: string): Options =>
  useOptions(roles.options.path, `${kind ?? ''} ${officeId ?? ''}`, search =>
    call(roles.options, { query: { search, kind: kind && `${kind}`, officeId } }),
  )
