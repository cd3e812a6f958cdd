import { createHouseReplay, type ReplayedAlarm } from '#server/farm/alarms/replay/house-replay.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import { makeGateway, reportsOf } from '#simulator/gateway.ts'
import type { House } from '#simulator/house-parts.ts'
import { readHouse } from '#simulator/readings.ts'
import { wireValue } from '#simulator/sample.ts'

const MINUTE = 60_000
/** Of the physics, s. */
const STEP = 20
/** A house begins at its target with cold walls: what happens before it has settled is no finding. ms */
export const SETTLED = 6 * 60 * MINUTE

export type Said = Readonly<Record<string, MetricValue>>
/** What is done to a simulated house while it lives, and what of what it says arrives. */
export interface Course {
  /** Before each minute, ms since 1970. */
  each?: (house: House, at: number) => void
  /** What arrives of what it says; null: nothing, and nobody knows whether it lives. */
  says?: (said: Said, house: House) => Said | null
  /** What it says at once, after each step, if its controller is neat; null: nothing. */
  events?: (house: House) => Said | null
}

/** The controller of a house behind a gateway that never connects. */
function controllerOf(spec: HouseSpec, startAt: number) {
  const fleet = { mqtt: { url: 'mqtt://127.0.0.1:1' }, group: 'farm', hostId: 'host' }
  const gateway = { code: 'gateway', secret: 'none', devices: [{ code: 'controller', house: spec }] }
  const [made] = makeGateway({ fleet, spec: gateway, startAt, keep: 0, buffer: 0, log: () => {} }).controllers
  if (!made) throw new Error('no controller')
  return made
}
type Controller = ReturnType<typeof controllerOf>

/** What a controller reports of the last minute: a neat one everything, a rough one in its own manner. */
function reportsNow(controller: Controller): Said[] {
  const { house } = controller
  if (!house.spec.rough?.length) return [readHouse(house, house.at, house.means.take(house))]
  return reportsOf(controller, house.at).map(({ metrics, values }) =>
    Object.fromEntries(metrics.map((metric, i) => [metric.name, wireValue(metric, values[i] as number)])),
  )
}

/**
 * Lives through a house from one time to another, ms since 1970, and plays what it reports through the rules of the platform,
 * whatever its controller warns of unless `says` lets that through.
 */
export function rulesOverAHouse(
  spec: HouseSpec,
  from: number,
  until: number,
  { each, events = () => null, says = said => said }: Course = {},
): readonly ReplayedAlarm[] {
  const controller = controllerOf(spec, from)
  const { house } = controller
  const { name, type, timeZone, placedOn } = spec
  const replay = createHouseReplay({
    house: { name, type, timeZone, placedOn, hatchedOn: placedOn },
    from: from + SETTLED,
    reportIntervalS: Math.max(60, controller.manner.everyMs / 1_000),
    silentAfterMs: 3 * MINUTE,
  })
  const hear = (said: Said | null) => {
    if (said && house.at >= from + SETTLED) replay.hear(house.at, new Map(Object.entries(said)))
  }
  while (house.at < until) {
    each?.(house, house.at)
    for (let passed = 0; passed < MINUTE / 1_000; passed += STEP) {
      house.step(STEP)
      if (!spec.rough?.length) hear(events(house))
    }
    for (const said of reportsNow(controller)) hear(says(said, house))
    // A node that is connected lives, whether or not it has something to say.
    if (house.at >= from + SETTLED && says({}, house)) replay.lives(house.at)
  }
  replay.pass(until)
  return replay.alarms()
}
