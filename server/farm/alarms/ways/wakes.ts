import { chainAt } from '#shared/alarm-chain.ts'
import type { HouseReach } from '#shared/contracts/alarm-ways.ts'
import type { Db } from '../../../platform/database/store.ts'
import { type ChainFacts, chainFacts } from '../chain-facts.ts'
import type { Calling } from './phoned.ts'

/** A house whose alarms are told. */
interface Place {
  houseId: string
  officePath: string
  farmPath: string
}

/** What decides whom critical alarms that came now would be told, by house. `db` carries the system's scope. */
export const factsNow = (
  db: Db,
  places: readonly Place[],
  config: Calling,
): Promise<Map<string, ChainFacts>> =>
  chainFacts(
    db,
    places.map(({ houseId, ...place }) => ({
      ...place,
      id: houseId,
      subjectId: '',
      houseIds: [houseId],
      chainFrom: null,
      chainRing: null,
    })),
    config,
  )

/** Whom a critical alarm that came now would be told, if nobody answered. */
export function stepsNow({ rota }: ChainFacts): HouseReach['steps'] {
  const now = Date.now()
  const { due, ahead } = chainAt(rota, { level: 'critical', from: now }, [], now)
  // Steps that begin at once are told at once.
  const first = [...new Set(due.map(({ accountId }) => accountId))]
  return [
    ...(first.length > 0 ? [{ afterMinutes: 0, people: first }] : []),
    ...ahead.map(({ at, accountIds }) => ({
      afterMinutes: Math.round((at - now) / 60_000),
      people: accountIds,
    })),
  ]
}

/** Whether one of these people is phoned or texted. */
export const wakes = (ids: readonly string[], { rota }: ChainFacts): boolean =>
  ids.some(id => rota.wakeable.has(id))

/** Those of these houses whose critical alarms now would phone or text nobody. `db` carries the system's scope. */
export async function muteAmong(db: Db, places: readonly Place[], config: Calling): Promise<Place[]> {
  const facts = await factsNow(db, places, config)
  return places.filter(({ houseId }) => {
    const known = facts.get(houseId)
    return !known || !stepsNow(known).some(({ people }) => wakes(people, known))
  })
}

/** Whether a critical alarm of a house now would reach anybody by voice or SMS. `db` carries the system's scope. */
export const wakesAnybody = async (db: Db, place: Place, config: Calling): Promise<boolean> =>
  (await muteAmong(db, [place], config)).length === 0
