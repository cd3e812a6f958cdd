import { useMemo } from 'react'
import type { DueStep } from '#shared/contracts/health-programmes.ts'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import type { FlockThisMorning } from '#shared/contracts/workplace.ts'
import { type MorningLine, morningLines } from '#shared/flock-figures/exceptions.ts'
import { namedAlarm } from '#shared/house-urgency.ts'
import type { HouseNow } from '#web/components/use-worst-first.ts'
import { live, useFromKeys } from '#web/data/live/live.ts'
import { keyOf, type LiveHouse } from '#web/data/live/store.ts'
import { isUnserved } from './unserved.ts'

type Row =
  | (MorningLine<HouseNow> & { step?: undefined })
  | { house?: undefined; exception?: undefined; step: DueStep }

/** Houses, flocks and overdue steps in one order: what is critical, what is silent, what to watch, then what was not told. */
export function linesOf(
  houses: readonly HouseNow[],
  flocks: readonly FlockThisMorning[],
  due: readonly DueStep[],
): Row[] {
  const lines = morningLines(
    // Where no device can fall silent, only an alarm makes a line.
    houses.filter(house => namedAlarm(house) || !isUnserved({ ...house, alarms: [] })),
    flocks,
  )
  const overdue = due.filter(({ state }) => state === 'overdue').map((step): Row => ({ step }))
  return [...lines.filter(line => !isNoted(line)), ...overdue, ...lines.filter(isNoted)]
}

/** What a flock's figures say without an alarm. */
const isNoted = ({ house, exception }: MorningLine<HouseNow>): boolean =>
  !house && exception !== undefined && !('alarm' in exception)

/** The alarms of a house as last told by the socket, else as it was read. */
export const alarmsNow = ({ id, alarms }: HouseOnMonitor): HouseOnMonitor['alarms'] =>
  (live.read(keyOf.house(id)) as LiveHouse | undefined)?.alarms ?? alarms

/** The houses with their last alarms from the socket. */
export function useAlarmsNow(houses: readonly HouseNow[]): HouseNow[] {
  const keys = useMemo(() => houses.map(({ id }) => keyOf.house(id)), [houses])
  const told = useFromKeys(keys, () => JSON.stringify(houses.map(alarmsNow)))
  return useMemo(() => {
    const alarms: HouseNow['alarms'][] = JSON.parse(told)
    return houses.map((house, i) => ({ ...house, alarms: alarms[i] ?? house.alarms }))
  }, [houses, told])
}
