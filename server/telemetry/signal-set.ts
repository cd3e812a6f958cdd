import { createHash } from 'node:crypto'
import { isBookkeeping, storageOf } from '#shared/signals.ts'
import type { Layouts } from './layouts.ts'
import type { BirthMetric, SignalSet, Slot } from './signal-parts.ts'

/** A set as used by one device. */
export interface BornSet {
  set: SignalSet
  /** Offset of the set's aliases: controllers behind one gateway often differ in nothing else. */
  firstAlias: number
}

/** Without any metric. */
export const emptySet = (layouts: Layouts): SignalSet => ({
  key: '',
  byName: new Map(),
  byAlias: new Map(),
  layout: layouts.of([], []),
})

/**
 * The set of a birth; undefined when its layout is new and not admitted. Settings come last, so that everyday reports
 * end before them.
 */
export function bornSet(
  birth: readonly BirthMetric[],
  layouts: Layouts,
  admits: () => boolean,
): BornSet | undefined {
  const aliases = birth.flatMap(({ alias }) => alias ?? [])
  const firstAlias = aliases.length > 0 ? Math.min(...aliases) : 0
  const sorted = [...birth.filter(metric => !metric.writable), ...birth.filter(metric => metric.writable)]
  const set = withMetrics(emptySet(layouts), countFrom(firstAlias, sorted), layouts, admits)
  return set && { set, firstAlias }
}

/** What the birth said, with the device's own aliases. */
export const birthOf = ({ set, firstAlias }: BornSet): BirthMetric[] =>
  Array.from(set.byName.values(), ({ storage: _, index: __, alias, ...metric }) =>
    alias === undefined ? metric : { ...metric, alias: firstAlias + alias },
  )

/** The metrics with their aliases relative to the set. */
export const countFrom = (firstAlias: number, metrics: readonly BirthMetric[]): BirthMetric[] =>
  metrics.map(metric =>
    metric.alias === undefined ? metric : { ...metric, alias: metric.alias - firstAlias },
  )

/** The set extended by metrics; undefined when the longer layout is not admitted. */
export function withMetrics(
  base: SignalSet,
  metrics: readonly BirthMetric[],
  layouts: Layouts,
  admits: () => boolean,
): SignalSet | undefined {
  const key = keyOf(base, metrics)
  const found = layouts.sets.get(key)
  if (found) return found
  const real = [...base.layout.real]
  const exact = [...base.layout.exact]
  const slots = metrics.map((metric): Slot => {
    const storage = isBookkeeping(metric.name) ? 'none' : storageOf(metric)
    const list = storage === 'real' ? real : storage === 'exact' ? exact : null
    return { ...metric, storage, index: list ? list.push(metric.name) - 1 : -1 }
  })
  const layout = layouts.ofAdmitted(real, exact, admits)
  if (!layout) return undefined
  const byName = new Map(base.byName)
  const byAlias = new Map(base.byAlias)
  for (const slot of slots) {
    byName.set(slot.name, slot)
    if (slot.alias !== undefined) byAlias.set(slot.alias, slot)
  }
  const made: SignalSet = { key, byName, byAlias, layout }
  layouts.sets.set(key, made)
  return made
}

/** Field by field: the database returns fields in another order. */
function keyOf(base: SignalSet, metrics: readonly BirthMetric[]): string {
  const fields = metrics.map(({ name, alias, datatype, low, high, unit, decimals, writable }) => [
    name,
    alias,
    datatype,
    low,
    high,
    unit,
    decimals,
    writable,
  ])
  return createHash('sha256').update(base.key).update(JSON.stringify(fields)).digest('base64')
}
