import { useMemo } from 'react'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { isInAlarm, placeOf, type Urgency, urgencies, urgencyOf } from '#shared/house-urgency.ts'
import { live, useFromKeys } from '#web/data/live/live.ts'
import { keyOf, type LiveHouse } from '#web/data/live/store.ts'

/** A house with its last state from the socket, and how urgent that is. */
export type HouseNow = HouseOnMonitor & { urgency: Urgency }

const none: HouseNow[] = []

function stateNow(house: HouseOnMonitor): Pick<HouseNow, 'state' | 'urgency'> {
  const { state, alarms } = (live.read(keyOf.house(house.id)) as LiveHouse | undefined) ?? house
  return { state, urgency: urgencyOf(state, alarms[0]?.level) }
}

/** Those of one's own farm first, whose customer needs no name. */
const OTHERS = 1_000
const place = ({ urgency, flockStartedOn, customer }: HouseNow) =>
  placeOf(urgency, flockStartedOn === null) + (customer === null ? 0 : OTHERS)

/**
 * The houses with their last states from the socket, worst first, those of one's customers after one's own; equals keep the server's order. Redraws only when a state
 * or urgency changes.
 */
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
      const [state, index] = states[i] ?? []
      return {
        ...house,
        state: (state ?? house.state) as HouseNow['state'],
        urgency: urgencies[Number(index)] ?? 'normal',
      }
    })
    return now.sort((a, b) => place(a) - place(b))
  }, [known, told])
}

/** An urgency as houses are counted and coloured: an emergency is an alarm. */
export const countedAs = (urgency: Urgency) => (isInAlarm(urgency) ? 'alarm' : urgency)
