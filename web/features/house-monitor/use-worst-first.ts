import { useMemo } from 'react'
import type { HouseOnMonitor, HouseStateName } from '#shared/contracts/houses.ts'
import { useLiveStates } from '#web/data/live/live.ts'
import { worstFirst } from './order.ts'

const none: HouseOnMonitor[] = []

/** The houses with the states the socket told last, worst first. */
export function useWorstFirst(known: readonly HouseOnMonitor[]): HouseOnMonitor[] {
  const ids = useMemo(() => known.map(({ id }) => id), [known])
  const states = useLiveStates(ids)
  const key = states.join()
  return useMemo(() => {
    if (known.length === 0) return none
    const now = key.split(',') as (HouseStateName | '')[]
    const told = known.map((house, i) => ({ ...house, state: now[i] || house.state }))
    return worstFirst(told, ({ state }) => state)
  }, [known, key])
}
