import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Endpoint, Input, Result } from '#shared/endpoint.ts'
import { COUNTED_ROWS } from '#shared/limits.ts'
import { CallError, callOfAddress } from '#web/data/client.ts'
import { queries } from '#web/data/queries.ts'
import { type Search, useScreen } from '../screen-context.tsx'

/** A row in a list endpoint's answer. */
export type RowOf<E extends Endpoint> = Result<E> extends { items: (infer T)[] } ? T : never

/** Rows per page unless the address says otherwise. */
const PAGE_SIZE = 20

export type Filters = Readonly<Record<string, string>>

export interface List<T> {
  /** Path of the endpoint; also the list's key for what is kept about it. */
  name: string
  rows: readonly T[]
  total: number
  /** The list is counted only up to a bound; `total` is the bound if there are more. */
  isBounded?: boolean
  page: number
  size: number
  sort: string | undefined
  /** Active filters, by name. */
  filters: Filters
  error: Error | null
  /** When the rows were read, ms since 1970; 0 before the first answer. */
  readAt: number
  /** No answer at all yet. */
  isLoading: boolean
  /** A new answer is on its way while the old one shows. */
  isFetching: boolean
  /** What shows still belongs to the previous filters or page. */
  isOfBefore: boolean
  setFilter(change: Record<string, string | undefined>): void
  setPage(page: number, size: number): void
  setSort(sort: string | undefined): void
  refetch(): void
  /** How many rows there would be under other filters. */
  countOf(filters: Filters): Promise<number>
  /** How many rows each value of a filter would show, all in one answer; without it the chips show no numbers. */
  countsOf?(name: string, filters: Filters): Promise<Readonly<Record<string, number>>>
}

/** A row count in words: `4,812`, or `10,000+` for a list counted only up to a bound. */
export const countOf = (
  count: number,
  { isBounded = false }: { isBounded?: boolean },
  language: string,
): string =>
  isBounded && count > COUNTED_ROWS
    ? `${COUNTED_ROWS.toLocaleString(language)}+`
    : count.toLocaleString(language)

const positive = (text: string | undefined, otherwise: number, most: number): number => {
  const number = Number(text)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : otherwise
}

interface Reading {
  /** How often it is read again, ms. */
  everyMs?: number
  /** Counts rows by the values of a filter; made by `counted` in the contract. */
  counts?: Endpoint
}

/** What the address says about a list: page, order and filters, and the resulting request. */
function questionOf<E extends Endpoint>(endpoint: E, filterNames: readonly string[], search: Search) {
  const page = positive(search.page, 1, 1_000_000)
  const size = positive(search.size, PAGE_SIZE, 100)
  const sort = search.sort || undefined
  const filters: Record<string, string> = {}
  for (const name of filterNames) if (search[name]) filters[name] = search[name]
  const query = { ...filters, page, size, sort }
  const read = (query: Record<string, unknown>) =>
    // The parameters of a list are those of PageQuery and the endpoint's own filters.
    callOfAddress(endpoint, { query } as never as Input<E>) as Promise<unknown> as Promise<{
      items: RowOf<E>[]
      total: number
      isMore?: boolean
    }>
  return {
    page,
    size,
    sort,
    filters,
    read,
    question: { queryKey: [endpoint.path, query], queryFn: () => read(query) },
  }
}

/**
 * Drops what the address says of a list but the server does not know: an order or a filter's value, as in an old link.
 * Returns whether there was any.
 */
function useKnownOnly(error: Error | null): boolean {
  const { search, setSearch } = useScreen()
  const refused = error instanceof CallError ? error.fields.map(({ field }) => field) : []
  const unknown = refused.filter(field => search[field]).join()
  useEffect(() => {
    if (unknown) setSearch(Object.fromEntries(unknown.split(',').map(name => [name, undefined])))
  }, [unknown, setSearch])
  return unknown !== ''
}

/** A page's `readAhead`: requests what {@link useList} will show at an address, before the page is drawn. */
export const listReadAhead =
  (endpoint: Endpoint, filterNames: readonly string[]) =>
  (search: Search): Promise<void> =>
    queries.prefetchQuery(questionOf(endpoint, filterNames, search).question)

/**
 * A list whose page, order and filters live in the address, so that a link, a reload and the back button keep them.
 * `filterNames` are the endpoint's query parameters that the screen offers.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  filterNames: readonly string[],
  { everyMs, counts }: Reading = {},
): List<RowOf<E>> {
  const { search, setSearch } = useScreen()
  const { page, size, sort, filters, read, question } = questionOf(endpoint, filterNames, search)
  const { data, error, isPending, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...question,
    placeholderData: keepPreviousData,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  const isMistaken = useKnownOnly(error)
  return {
    name: endpoint.path,
    rows: data?.items ?? [],
    total: (data?.total ?? 0) + Number(data?.isMore ?? false),
    ...(data?.isMore !== undefined && { isBounded: true }),
    page,
    size,
    sort,
    filters,
    error: isMistaken ? null : error,
    readAt: dataUpdatedAt,
    isLoading: isPending || isMistaken,
    isFetching,
    isOfBefore: isPlaceholderData,
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
    ...(counts && {
      countsOf: (name, filters) =>
        callOfAddress(counts, { query: { ...filters, by: name } } as never) as Promise<
          Record<string, number>
        >,
    }),
    countOf: async filters => {
      const { total, isMore = false } = await read({ ...filters, page: 1, size: 1 })
      return total + Number(isMore)
    },
  }
}
