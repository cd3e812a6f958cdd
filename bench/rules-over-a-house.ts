import { createHouseReplay, type ReplayedAlarm } from '#server/farm/alarms/replay/house-replay.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import { makeHouse } from '#simulator/house.ts'
import type { House } from '#simulator/house-parts.ts'
import { readHouse } from '#simulator/readings.ts'

const MINUTE = 60_000
/** Of the physics, s. */
const STEP = 20
/** A house begins at its target with cold walls: what happens before it has settled is no finding. ms */
export const SETTLED = 6 * 60 * MINUTE

/** What is done to a simulated house while it lives, and what it reports. */
export interface Course {
  /** Before each minute, ms since 1970. */
  each?: (house: House, at: number) => void
  /** What it says of its readings; null: nothing. */
  says?: (readings: Record<string, MetricValue>, house: House) => Record<string, MetricValue> | null
  /** What it says at once, after each step; null: nothing. */
  events?: (house: House) => Record<string, MetricValue> | null
}

/**
 * Lives through a house from one time to another, ms since 1970, and plays what it reports each minute through the rules of the
 * platform, whatever its controller warns of.
 */
export function rulesOverAHouse(
  spec: HouseSpec,
  from: number,
  until: number,
  { each, events = () => null, says = readings => readings }: Course = {},
): readonly ReplayedAlarm[] {
  const house = makeHouse(spec, from)
  const { name, type, timeZone, placedOn } = spec
  const replay = createHouseReplay({
    house: { name, type, timeZone, placedOn, hatchedOn: placedOn },
    from: from + SETTLED,
    reportIntervalS: 60,
    silentAfterMs: 3 * MINUTE,
  })
  while (house.at < until) {
    each?.(house, house.at)
    const isSettled = house.at >= from + SETTLED
    const hear = (said: Record<string, MetricValue> | null) => {
      if (said && isSettled) replay.hear(house.at, new Map(Object.entries(said)))
    }
    for (let passed = 0; passed < MINUTE / 1_000; passed += STEP) {
      house.step(STEP)
      hear(events(house))
    }
    hear(says(readHouse(house, house.at, house.means.take(house)), house))
  }
  replay.pass(until)
  return replay.alarms()
}
