import type { QueryClient } from '@tanstack/react-query'
import { alarms } from '#shared/contracts/alarms.ts'
import { notices } from '#shared/contracts/notices.ts'
import { oneAtATime } from '#shared/one-at-a-time.ts'

/** Endpoints whose answers an alarm or a step makes old. */
export const ALARM_PATHS = [alarms.list.path, alarms.counts.path, alarms.get.path]
const PATHS = [notices.list.path, ...ALARM_PATHS]

/**
 * Reads again what the bell's word makes old. An answer still on its way may be from before it: that one is shown, since it
 * is there soonest, and then read again, also when its screen is drawn later. Told again meanwhile, all is read once more:
 * a storm of alarms does not keep a list from ever showing one.
 */
export const readNews = oneAtATime(async (cache: QueryClient) => {
  const keys = PATHS.map(path => ({ queryKey: [path] }))
  const underWay = keys.flatMap(key => cache.getQueryCache().findAll({ ...key, fetchStatus: 'fetching' }))
  await Promise.allSettled(underWay.flatMap(({ promise }) => promise ?? []))
  await Promise.all(keys.map(key => cache.invalidateQueries(key)))
})
