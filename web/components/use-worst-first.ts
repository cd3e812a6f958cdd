import { useMemo } from 'react'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { live, useFromKeys } from '#web/data/live/live.ts'
import { keyOf, type LiveHouse } from '#web/data/live/store.ts'
import { type Urgency, urgencies, urgencyOf, worstFirst } from './house-urgency.ts'

/** A house with its last state from the socket, and how urgent that is. */
export type HouseNow = HouseOnMonitor & { urgency: Urgency }

const none: HouseNow[] = []

function stateNow(house: HouseOnMonitor): Pick<HouseNow, 'state' | 'urgency'> {
  const { state, alarms } = (live.read(keyOf.house(house.id)) as LiveHouse | undefined) ?? house
  return { state, urgency: urgencyOf(state, alarms[0]?.level) }
}

/** The houses with their last states from the socket, worst first. Redraws only when a state or urgency changes. */
export function useWorstFirst(known: readonly HouseOnMonitor[]): HouseNow[] {
  const keys = useMemo(() => known.map(({ id }) => keyOf.house(id)), [known])
  const told = useFromKeys(keys, () =>
    known
      .map(house => {
        const { state, urgency } = stateNow(house)
        return `${state}:${urgencies.indexOf(urgency)}`
      })
      .join(),
  )
  return useMemo(() => {
    if (known.length === 0) return none
    const states = told.split(',').map(text => text.split(':'))
    const now = known.map((house, i): HouseNow => {
      const [state, place] = states[i] ?? []
      return {
        ...house,
        state: (state ?? house.state) as HouseNow['state'],
        urgency: urgencies[Number(place)] ?? 'normal',
      }
    })
    return worstFirst(now, ({ urgency }) => urgency)
  }, [known, told])
}

/** Mark and word of an urgency. */
export const markOf = (urgency: Urgency) => (urgency === 'emergency' ? 'alarm' : urgency)
