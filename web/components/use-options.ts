import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { devices } from '#shared/contracts/devices.ts'
import type { DeviceType } from '#shared/devices.ts'
import { call } from '#web/data/client.ts'

/** Choices of a picker that asks the server while one types, in the shape antd's Select takes. */
export interface Options {
  options: { value: string; label: string }[]
  loading: boolean
  search: (text: string) => void
}

/** Offices of the viewer's scope by name. */
export function useOfficeOptions(): Options {
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: [devices.officeOptions.path, asked],
    queryFn: () => call(devices.officeOptions, { query: { search: asked } }),
    placeholderData: keepPreviousData,
  })
  return {
    options: data.map(({ id, name }) => ({ value: id, label: name })),
    loading: isFetching,
    search: setSearch,
  }
}

/** Devices of a type in the viewer's scope, by code and name. */
export function useDeviceOptions(type: DeviceType): Options {
  const [search, setSearch] = useState('')
  const asked = useDeferredValue(search.trim())
  const { data = [], isFetching } = useQuery({
    queryKey: [devices.options.path, type, asked],
    queryFn: () => call(devices.options, { query: { type, search: asked } }),
    placeholderData: keepPreviousData,
  })
  return {
    options: data.map(({ id, name, code }) => ({ value: id, label: `${code} · ${name}` })),
    loading: isFetching,
    search: setSearch,
  }
}
