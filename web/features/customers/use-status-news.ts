import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { live, useConnection, useFromKeys, useWatchCustomers } from '#web/data/live/live.ts'
import { keyOf } from '#web/data/live/store.ts'
import { readAgain } from '#web/data/queries.ts'

/** Rows that show are told; what else is counted is read again this often, ms. Without a socket all of it is asked for. */
const REREAD_MS = { told: 60_000, asked: 15_000 }
/** After news the list is not read again sooner than this after the last time, ms. */
const LEAST_MS = 5_000

/** How often what is counted is read again, ms. */
export const useRereadMs = () => useConnection(({ connected }) => REREAD_MS[connected ? 'told' : 'asked'])

interface Shown {
  rows: readonly Pick<Customer, 'id' | 'status'>[]
  /** When they were read, ms since 1970. */
  readAt: number
}

/**
 * Has the status of what shows told. Where one is another than was read, all that shows of customers is read again: list or
 * map, chips and sentence.
 */
export function useStatusNews(stage: Stage, { rows, readAt }: Shown): void {
  const cache = useQueryClient()
  useWatchCustomers(rows.map(({ id }) => id))
  const connected = useConnection(({ connected }) => connected)
  const keys = useMemo(() => rows.map(({ id }) => keyOf.customer(id)), [rows])
  const isOther = useFromKeys(keys, () =>
    rows.some(({ id, status }) => (live.read(keyOf.customer(id)) ?? status) !== status),
  )
  const { list, places, summary } = contractOf[stage]
  useEffect(() => {
    if (!isOther || !connected) return
    const timer = setTimeout(
      () => void readAgain(cache, [list.path, places.path, summary.path]),
      Math.max(readAt + LEAST_MS - Date.now(), 0),
    )
    return () => clearTimeout(timer)
  }, [cache, connected, isOther, list.path, places.path, summary.path, readAt])
}
