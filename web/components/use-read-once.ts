import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What a dialog is filled in on: read anew each time it opens, then kept as it was seen until it closes, also while another
 * tab is looked at. A query alone forgets its answer there.
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
