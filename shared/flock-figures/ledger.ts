import type { DayFacts } from '../flocks.ts'
import { eggsOf } from '../flocks.ts'
import { daysBetween } from '../zone-time.ts'
import { henDayRate } from './eggs.ts'
import { intakePerBird, waterToFeed } from './intake.ts'
import { cumulativeMortality } from './stock.ts'

/** What a flock's figures start from. Days are yyyy-mm-dd. */
export interface FlockBase {
  /** The day from which standards count the age: the hatch, or the placement of chicks. */
  dayZero: string
  placedOn: string
  /** Birds placed, without the males of breeders; null if unknown. */
  placedCount: number | null
  /** For breeders, the males, counted separately. */
  placedMales?: number | null
  /** Left without a dated record: not counted as stock on any day. */
  soldUndated: number
}

/** A day of a flock as recorded. */
export type ToldDay = DayFacts & { day: string }

/** A day of a flock with what follows from all records up to it. Per bird: g and mL; shares in %. */
export interface DayFigures {
  day: string
  /** As standards count. */
  age: number
  /** This morning and tonight; null if nobody said how many were placed. */
  aliveAtStart: number | null
  alive: number | null
  /** For breeders, the males tonight; null if nobody said how many were placed. */
  males: number | null
  dead: number | null
  culled: number | null
  /** Dead and culled since placement. */
  lost: number
  /** Of those placed; null if unknown. */
  losses: number | null
  eggs: number | null
  rate: number | null
  eggWeight: number | null
  feedKg: number | null
  feed: number | null
  waterL: number | null
  water: number | null
  waterFeed: number | null
  weight: number | null
  uniformity: number | null
  sold: number
  soldKg: number
}

/**
 * The days of a flock in order, whatever order they come in: each builds on all before it, so that a day recorded late
 * changes those after it. Days without a record are missing.
 */
export function ledgerOf(base: FlockBase, told: readonly ToldDay[]): DayFigures[] {
  let stock = base.placedCount === null ? null : Math.max(0, base.placedCount - base.soldUndated)
  let males = base.placedMales ?? null
  let lost = 0
  const days = [...told].sort((a, b) => (a.day < b.day ? -1 : 1))
  return days.map(facts => {
    const aliveAtStart = stock
    lost += (facts.dead ?? 0) + (facts.culled ?? 0)
    if (stock !== null) stock += changeOf(facts)
    if (males !== null) males -= (facts.deadMales ?? 0) + (facts.culledMales ?? 0)
    return dayOf(base, facts, { aliveAtStart, alive: stock, males, lost })
  })
}

/** Daily change in the stock of females and unsexed birds. */
export const changeOf = ({ dead, culled, sold, movedIn, movedOut }: ToldDay | DayFacts): number =>
  (movedIn ?? 0) - (dead ?? 0) - (culled ?? 0) - (sold ?? 0) - (movedOut ?? 0)

function dayOf(
  base: FlockBase,
  facts: ToldDay,
  { aliveAtStart, alive, males, lost }: Pick<DayFigures, 'aliveAtStart' | 'alive' | 'males' | 'lost'>,
): DayFigures {
  const eggs = eggsOf(facts)
  const birds = aliveAtStart !== null && aliveAtStart > 0 ? aliveAtStart : null
  const perBird = (amount: number | null) =>
    amount === null || birds === null ? null : intakePerBird(amount, birds)
  return {
    day: facts.day,
    age: daysBetween(base.dayZero, facts.day),
    aliveAtStart,
    alive,
    males,
    dead: facts.dead,
    culled: facts.culled,
    lost,
    losses: base.placedCount ? cumulativeMortality(base.placedCount, lost) : null,
    eggs,
    rate: eggs === null || birds === null ? null : henDayRate(eggs, birds),
    eggWeight: facts.eggWeight,
    feedKg: facts.feed,
    feed: perBird(facts.feed),
    waterL: facts.water,
    water: perBird(facts.water),
    waterFeed: facts.water !== null && facts.feed ? waterToFeed(facts.water, facts.feed) : null,
    weight: facts.weight,
    uniformity: facts.uniformity,
    sold: facts.sold ?? 0,
    soldKg: facts.soldKg ?? 0,
  }
}
