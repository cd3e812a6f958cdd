import type { ReportValues } from '#server/platform/events.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { LazyMap } from './lazy-map.ts'
import { nameAt, placeOf, prefixedNames, typedNumber } from './placed-values.ts'
import type { Sample } from './sample.ts'

/** All values of a sample by metric, as they were sent. */
export class SampleValues extends LazyMap<MetricValue> implements ReportValues {
  readonly #sample: Sample

  constructor(sample: Sample) {
    super()
    this.#sample = sample
  }
  get(name: string) {
    const { others, set, numbers, layout } = this.#sample
    const other = others?.get(name)
    if (other !== undefined) return other
    const slot = set.byName.get(name)
    const number = slot ? (numbers[placeOf(slot, layout)] ?? Number.NaN) : Number.NaN
    return slot === undefined || Number.isNaN(number) ? undefined : typedNumber(number, slot)
  }
  protected build() {
    const { layout, numbers, others } = this.#sample
    const built = new Map<string, MetricValue>()
    for (let place = 0; place < numbers.length; place++) {
      if (Number.isNaN(numbers[place])) continue
      const name = nameAt(layout, place)
      built.set(name, this.get(name) as MetricValue)
    }
    for (const [name, value] of others ?? []) built.set(name, value)
    return built
  }
  named(prefix: string): readonly string[] {
    const { layout, others } = this.#sample
    const placed = prefixedNames(layout, prefix)
    if (others === null) return placed
    const more = [...others.keys()].filter(name => name.startsWith(prefix) && !placed.includes(name))
    return more.length === 0 ? placed : [...placed, ...more]
  }
}
