import { z } from 'zod'
import { wireName } from '#shared/register-maps/register-map.ts'
import { type Field, rawOf, scaled, turnOf } from '#shared/register-maps/values.ts'
import type { Unit } from './config.ts'
import type { Keeper } from './keeper.ts'

/** Where a counter stood, and how often it has begun again. */
export const CounterMemory = z.record(z.string(), z.object({ raw: z.number(), turns: z.number() }))
type CounterMemory = z.infer<typeof CounterMemory>

/** Counters that begin again when their register is full. */
export interface Counters {
  /** The whole count, in the unit of the metric; null for no value. */
  follow(unit: Unit, field: Field, words: readonly number[]): number | null
}

/** Shares of a full register: from above the one to below the other it has begun again. Anything else is an exchange. */
const [NEARLY_FULL, NEARLY_EMPTY] = [0.75, 0.25]
/** ms between two notes of where counters stand */
const NOTE = 60_000

/** Follows counters, and remembers them over a restart. */
export function counters(keeper: Keeper<CounterMemory>): Counters {
  const known: CounterMemory = keeper.value
  let notedAt = 0
  return {
    follow(unit, field, words) {
      const raw = rawOf(field, words)
      if (raw === null || field.none.includes(raw)) return null
      const key = `${unit.bus}/${unit.unit}/${wireName(field)}`
      const before = known[key]
      const turn = turnOf(field.type)
      const began = before !== undefined && before.raw > turn * NEARLY_FULL && raw < turn * NEARLY_EMPTY
      const turns = (before?.turns ?? 0) + (began ? 1 : 0)
      known[key] = { raw, turns }
      if (began || Date.now() - notedAt >= NOTE) {
        notedAt = Date.now()
        keeper.save(known)
      }
      return scaled(field, turns * turn + raw)
    },
  }
}
