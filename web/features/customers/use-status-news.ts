import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { live, useConnection, useFromKeys, useWatchCustomers } from '#web/data/live/live.ts'
import { keyOf } from '#web/data/live/store.ts'
import { readAgain } from '#web/data/queries.ts'

/** How often counts are read again while visible rows are pushed, ms. Without a socket everything is polled. */
const REREAD_MS = { told: 60_000, asked: 15_000 }
/** Minimum time between two readings of the list after news, ms. */
const LEAST_MS = 5_000

/** How often counts are read again, ms. */
export const useRereadMs = () => useConnection(({ connected }) => REREAD_MS[connected ? 'told' : 'asked'])

interface Shown {
  rows: readonly Pick<Customer, 'id' | 'status'>[]
  /** When they were read, ms since 1970. */
  readAt: number
}

/**
 * Subscribes to the status of the visible rows. If one differs from what was read, everything shown about customers is read
 * again: list or map, chips and sentence.
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
