import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { houses } from '#shared/contracts/houses.ts'
import { call } from '#web/data/client.ts'

const SHOWN = 50

/** Houses to choose from, searched while typing. */
export function useHouses(enabled: boolean) {
  const [text, search] = useState('')
  const asked = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery({
    queryKey: [houses.list.path, 'for a flock', asked],
    queryFn: () => call(houses.list, { query: { search: asked, size: SHOWN } }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const rows = data?.items ?? []
  const options = rows.map(({ id, name, officeName }) => ({ value: id, label: `${name} · ${officeName}` }))
  return { rows, options, loading: isFetching, search }
}
