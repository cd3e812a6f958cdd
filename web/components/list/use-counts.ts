import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { Filters, List } from './use-list.ts'

/** The filters with one of them set to `value`, or removed for ''. */
export function filtersWith(filters: Filters, name: string, value: string): Filters {
  const { [name]: _, ...others } = filters
  return value === '' ? others : { ...others, [name]: value }
}

const counting = <T>(list: List<T>, filters: Filters) => ({
  queryKey: [list.name, 'count', filters],
  queryFn: () => list.countOf(filters),
  placeholderData: keepPreviousData,
})

/** Row counts under each of these filters, in their order; undefined until known. */
export function useCounts<T>(list: List<T>, each: readonly Filters[]): (number | undefined)[] {
  return useQueries({ queries: each.map(filters => counting(list, filters)) }).map(({ data }) => data)
}

/** Row counts by value of one filter, under the others; '' counts all of them. Undefined until known. One call. */
export function useCountsOf<T>(list: List<T>, name: string): Readonly<Record<string, number>> | undefined {
  const others = filtersWith(list.filters, name, '')
  const { data } = useQuery({
    queryKey: [list.name, 'counts', name, others],
    queryFn: async () => {
      const counts = (await list.countsOf?.(name, others)) ?? {}
      return { ...counts, '': Object.values(counts).reduce((sum, count) => sum + count, 0) }
    },
    enabled: list.countsOf !== undefined,
    placeholderData: keepPreviousData,
  })
  return data
}

/** Row count under these filters; undefined until known, or while `filters` is null. */
export function useCount<T>(list: List<T>, filters: Filters | null): number | undefined {
  return useQuery({ ...counting(list, filters ?? {}), enabled: filters !== null }).data
}
