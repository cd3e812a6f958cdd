import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * The data a dialog is filled in from: read anew each time it opens, then kept as seen until it closes, also while another
 * tab is looked at. A query alone forgets its answer then.
 */
export function useReadOnce<T>(queryKey: readonly unknown[], read: () => Promise<T>) {
  const [held, hold] = useState<T>()
  const isRead = held !== undefined
  const { data, error, isPending, refetch } = useQuery({
    queryKey,
    queryFn: read,
    enabled: !isRead,
    gcTime: 0,
  })
  if (data !== undefined && !isRead) hold(data)
  return { data: held, error, isPending: isPending && !isRead, retry: () => void refetch() }
}
