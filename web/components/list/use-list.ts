import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, Input, Result } from '#shared/endpoint.ts'
import { call } from '#web/data/client.ts'
import { useScreen } from '../screen-context.tsx'

/** A row of what a list endpoint answers. */
export type RowOf<E extends Endpoint> = Result<E> extends { items: (infer T)[] } ? T : never

/** Rows a page shows unless the address says otherwise. */
const PAGE_SIZE = 20

export interface List<T> {
  rows: readonly T[]
  total: number
  page: number
  size: number
  sort: string | undefined
  /** Filters that are set, by name. */
  filters: Readonly<Record<string, string>>
  error: Error | null
  /** No answer yet at all. */
  isLoading: boolean
  /** A new answer is on its way while the old one shows. */
  isFetching: boolean
  setFilter(change: Record<string, string | undefined>): void
  setPage(page: number, size: number): void
  setSort(sort: string | undefined): void
  refetch(): void
}

const positive = (text: string | undefined, otherwise: number, most: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : otherwise
}

/**
 * A list whose page, order and filters live in the address, so that a link, a reload and the back button keep them.
 * `filterNames` are the query parameters of the endpoint that the screen offers; `everyMs` reads it again.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  filterNames: readonly string[],
  everyMs?: number,
): List<RowOf<E>> {
  const { search, setSearch } = useScreen()
  const page = positive(search.page, 1, 1_000_000)
  const size = positive(search.size, PAGE_SIZE, 100)
  const sort = search.sort || undefined
  const filters: Record<string, string> = {}
  for (const name of filterNames) if (search[name]) filters[name] = search[name]
  const query = { ...filters, page, size, sort }
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: [endpoint.path, query],
    // The parameters of a list are those of PageQuery and the endpoint's own filters.
    queryFn: () => call(endpoint, { query } as never as Input<E>) as Promise<unknown>,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  const answer = data as { items: RowOf<E>[]; total: number } | undefined
  return {
    rows: answer?.items ?? [],
    total: answer?.total ?? 0,
    page,
    size,
    sort,
    filters,
    error,
    isLoading: isPending,
    isFetching,
    setFilter: change => setSearch({ ...change, page: undefined }),
    setPage: (page, size) =>
      setSearch(
        {
          page: page === 1 ? undefined : String(page),
          size: size === PAGE_SIZE ? undefined : String(size),
        },
        { push: true },
      ),
    setSort: sort => setSearch({ sort, page: undefined }),
    refetch: () => void refetch(),
  }
}
