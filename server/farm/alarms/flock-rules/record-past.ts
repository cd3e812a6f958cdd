import { and, eq, gte, inArray } from 'drizzle-orm'
import { type FlockAlarmCode, flockAlarmCodes } from '#shared/alarms.ts'
import type { Episode } from '#shared/flock-alarms.ts'
import { dateIn, endOfDay, instantOf } from '#shared/zone-time.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Store, SYSTEM } from '../../../platform/database/store.ts'
import { alarm } from '../../../platform/database/tables/alarms.ts'
import { FILED_MS } from '../alarm-record.ts'
import type { OpenFlock } from './open-flocks.ts'

/** An episode that a good day has ended. */
export type EndedEpisode = Episode & { code: FlockAlarmCode; endedOn: string }

const DAY_MS = 86_400_000

/**
 * Files what is over and has no alarm: told afterwards, it alerts nobody. Processes that file the same at a time file it
 * once.
 */
export async function recordPastEpisodes(
  store: Store,
  flock: OpenFlock,
  episodes: readonly EndedEpisode[],
  now: number,
): Promise<void> {
  const [first] = episodes.map(({ from }) => from).sort()
  if (first === undefined) return
  const { timeZone } = flock
  const about = and(
    eq(alarm.subjectId, flock.id),
    inArray(alarm.rule, [...flockAlarmCodes]),
    gte(alarm.raisedAt, new Date(instantOf(`${first}T00:00`, timeZone) - DAY_MS)),
  )
  const known = await store
    .scoped(SYSTEM)
    .select({ rule: alarm.rule, since: alarm.since, raisedAt: alarm.raisedAt })
    .from(alarm)
    .where(about)
  const isTold = ({ code, from, endedOn }: EndedEpisode) =>
    known.some(({ rule, since, raisedAt }) => {
      const day = dateIn(timeZone, since ?? raisedAt)
      return rule === code && day >= from && day < endedOn
    })
  const rows = episodes
    .filter(episode => !isTold(episode))
    .map(({ code, level, value, limit, from, endedOn }) => {
      const raisedAt = endOfDay(from, timeZone)
      return {
        id: newId(),
        source: 'platform' as const,
        code,
        rule: code,
        level,
        subjectId: flock.id,
        houseIds: [flock.houseId],
        officePath: flock.officePath,
        farmPath: flock.farmPath,
        value,
        limit,
        since: new Date(instantOf(`${from}T00:00`, timeZone)),
        raisedAt: new Date(raisedAt),
        clearedAt: new Date(endOfDay(endedOn, timeZone)),
        condition: 'cleared' as const,
        live: false,
        handling: now - raisedAt > FILED_MS ? ('solved' as const) : ('new' as const),
      }
    })
  if (rows.length > 0) await store.scoped(SYSTEM).insert(alarm).values(rows).onConflictDoNothing()
}
