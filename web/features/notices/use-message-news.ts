import { useEffect, useRef } from 'react'
import { notices } from '#shared/contracts/notices.ts'
import { useLiveUnread } from '#web/data/live/live.ts'
import { queries } from '#web/data/queries.ts'

/** Reads the messages again when the bell moves. */
export function useMessageNews(): void {
  const unread = useLiveUnread()
  const known = useRef(unread)
  useEffect(() => {
    const isNews = known.current !== undefined && known.current !== unread
    known.current = unread
    if (isNews) void queries.invalidateQueries({ queryKey: [notices.list.path] })
  }, [unread])
}
