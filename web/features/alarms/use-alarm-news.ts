import { useEffect, useRef } from 'react'
import { alarms } from '#shared/contracts/alarms.ts'
import { useConnection, useLiveUnread } from '#web/data/live/live.ts'
import { queries } from '#web/data/queries.ts'

/** Endpoints whose answers an alarm or a step makes old. */
export const ALARM_PATHS = [alarms.list.path, alarms.counts.path, alarms.get.path]

/** Reads the alarms again when the bell moves, and after a time without connection. */
export function useAlarmNews(): void {
  const unread = useLiveUnread()
  const times = useConnection(({ times }) => times)
  const known = useRef({ unread, times })
  useEffect(() => {
    const isNews = known.current.unread !== undefined && known.current.unread !== unread
    const isBack = known.current.times !== times
    known.current = { unread, times }
    if (!isNews && !isBack) return
    for (const path of ALARM_PATHS) void queries.invalidateQueries({ queryKey: [path] })
  }, [unread, times])
}
