import type { QueryClient } from '@tanstack/react-query'
import { alarms } from '#shared/contracts/alarms.ts'
import { notices } from '#shared/contracts/notices.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'

/** Endpoints whose answers an alarm, or a step taken on one, makes stale. */
export const ALARM_PATHS = [alarms.list.path, alarms.counts.path, alarms.get.path]
const PATHS = [notices.list.path, notices.folded.path, ...ALARM_PATHS]

/**
 * Reads again what the bell's frame makes stale. An answer still on its way may be older: it is shown, since it arrives
 * first, and then read again, even if its screen is drawn later. If told again meanwhile, all is read once more: a storm of
 * alarms must not keep a list from ever showing.
 */
export const readNews = oneAtATime(async (cache: QueryClient) => {
  const keys = PATHS.map(path => ({ queryKey: [path] }))
  const underWay = keys.flatMap(key => cache.getQueryCache().findAll({ ...key, fetchStatus: 'fetching' }))
  await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []))
  await Promise.all(keys.map(key => cache.invalidateQueries(key)))
})
