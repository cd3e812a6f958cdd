import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { devices } from '#shared/contracts/devices.ts'
import type { DeviceType } from '#shared/devices.ts'
import { call } from '#web/data/client.ts'
import type { Named } from './form/form-names.ts'

/** Options of a picker that asks the server as the user types, in the shape antd's Select takes. */
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

/** Options from an endpoint that lists ids and names; `of` is what else they depend on. */
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
  // Until the answer is here, keep those of the last options that contain the input: Enter takes the first.
  const typed = search.trim()
  const isOld = isPlaceholderData || asked !== typed
  const shown = isOld ? options.filter(({ label }) => holds(label, typed)) : options
  return { options: shown, loading: isFetching, search: setSearch }
}

/** Offices in the viewer's scope by name. */
export const useOfficeOptions = (): Options =>
  useOptions(devices.officeOptions.path, '', search => call(devices.officeOptions, { query: { search } }))
