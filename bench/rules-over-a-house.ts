import { factsOf } from '#server/farm/alarms/rules/facts.ts'
import { platformRules } from '#server/farm/alarms/rules/platform-rules.ts'
import { createWatches } from '#server/farm/alarms/watches.ts'
import type { Severity } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { HouseSpec } from '#simulator/fleet.ts'
import { makeHouse } from '#simulator/house.ts'
import { readHouse } from '#simulator/readings.ts'

const MINUTE = 60_000
/** Of the physics, s. */
const STEP = 20
/** A house begins at its target with cold walls: what happens before it has settled is no finding. ms */
const SETTLED = 6 * 60 * MINUTE

/** An alarm that the platform's own rules raise. */
export interface Found {
  code: string
  level: Severity
  /** ms since 1970 */
  at: number
  value: number | null
  limit: number | null
}

/**
 * Lives through a house from one time to another, ms since 1970, and judges it each minute by the platform's rules, whatever
 * its controller warns of. `change` may alter what it reports.
 */
export function rulesOverAHouse(
  spec: HouseSpec,
  from: number,
  until: number,
  change: (readings: Record<string, MetricValue>) => Record<string, MetricValue> = readings => readings,
): Found[] {
  const house = makeHouse(spec, from)
  const watches = createWatches(() => house.at)
  const { type, timeZone, placedOn } = spec
  const place = { type, timeZone, flockStartedOn: placedOn, flockHatchedOn: placedOn }
  const standing = new Map<string, Severity>()
  const found: Found[] = []
  while (house.at < until) {
    for (let passed = 0; passed < MINUTE / 1_000; passed += STEP) house.step(STEP)
    if (house.at < from + SETTLED) continue
    const readings = change(readHouse(house, house.at, house.means.take(house)))
    const facts = factsOf(place, metric => readings[metric], house.at)
    for (const rule of platformRules) {
      const verdict = watches.look({
        subjectId: spec.name,
        rule,
        judged: rule.judge(facts),
        now: house.at,
        since: house.at,
        holdMs: MINUTE,
        standing: standing.get(rule.id) ?? null,
        isCovered: false,
      })
      if (!verdict) continue
      const { due, level, at, value, limit } = verdict
      if (due === 'clear') standing.delete(rule.id)
      else standing.set(rule.id, level)
      if (due !== 'clear') found.push({ code: rule.code, level, at, value, limit })
    }
  }
  return found
}
