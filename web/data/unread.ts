import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notices } from '#shared/contracts/notices.ts'
import { UNREAD_POLL_MS } from '#shared/limits.ts'
import { call } from '#web/data/client.ts'
import { useLiveUnread } from '#web/data/live/live.ts'
import { queries } from '#web/data/queries.ts'

const key = [notices.unreadNumber.path]

/** The user's unread messages: asked every 30 s, and updated at once when the socket reports a change. */
export function useUnread(): number {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => call(notices.unreadNumber),
    refetchInterval: UNREAD_POLL_MS,
    refetchIntervalInBackground: false,
  })
  const told = useLiveUnread()
  useEffect(() => {
    if (told === undefined) return
    // An answer still on its way is older.
    void queries.cancelQueries({ queryKey: key })
    queries.setQueryData(key, told)
  }, [told])
  return data ?? 0
}
