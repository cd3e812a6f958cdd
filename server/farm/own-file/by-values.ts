import type { FileColumn } from '#shared/file-layout.ts'
import { breeds, feedAt, waterAt, weightAt } from '#shared/standards/standards.ts'
import { plain, type Use } from './words.ts'

export type Proposal = NonNullable<FileColumn['proposed']>

/** Numbers of a column, row by row; NaN where a row has none. */
export type Numbers = readonly number[]

/** The figures of one house as a file has them: rows of one day each, oldest first. */
export interface Figures {
  /** Number of each row's day, of any first day. */
  days: Numbers
  /** What the rows' birds may be old, in days after the first: what is known, else each that is possible. */
  ages: readonly Numbers[]
  /** Columns of which the titles say what they hold, in the units of the record. */
  named: ReadonlyMap<Use, Numbers>
  /** Columns that are not imported but may prove another: birds alive, laying rate. */
  beside: readonly Numbers[]
  /** Columns of which nothing says what they hold, by their place. */
  open: ReadonlyMap<number, Numbers>
  /** Birds placed; null if nobody said. */
  birds: number | null
}

/** Values from which a column can be judged at all, and weights: those are weekly. */
const ENOUGH = 7
const WEIGHED = 5
/** A chick, and the weight that nothing else reaches from there on the same way, in g. */
const [CHICK_DAYS, GROWN] = [3, 1_000]
/** Share of a standard in which a flock stays that is neither ill nor another breed. */
const NEAR = { weight: [0.7, 1.3], feed: [0.7, 1.35], water: [0.65, 1.5] } as const
/** Litres per kg of feed: of each day, and of the middle one. */
const [DAY_RATIO, RATIO] = [
  [1.3, 2.8],
  [1.6, 2.2],
] as const
/** Birds of a house that die in a day, at most, and birds of a house, at least. */
const [DYING, HOUSE] = [0.02, 100]

const isTold = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value)
const told = (values: Numbers): number[] => values.filter(isTold)
const isWithin = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most
const isWhole = (values: Numbers): boolean => told(values).every(Number.isInteger)
const middle = (values: Numbers): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

/**
 * What columns without a telling title hold, by their place: only what their values prove together with the others, and nothing
 * that two columns or two figures could be. What cannot be proven so is not proposed: temperatures, prices, birds culled, bags.
 */
export function figuresByValues(of: Figures): Map<number, Proposal> {
  const found = new Map<number, Proposal>()
  const put = (index: number | undefined, use: Use, unit: string | null) =>
    index !== undefined && found.set(index, { use, unit, isCumulative: false })
  const open = new Map([...of.open].filter(([index]) => !isSumOfOthers(of, index)))
  put(only(lossesIn(of, open)), 'dead', null)
  const weight = only(weightsIn(of, open))
  if (weight) put(weight.index, 'weight', weight.unit)
  const drunk = of.named.has('feed') ? only(waterIn(of, open)) : undefined
  if (drunk) put(drunk.index, 'water', drunk.unit)
  const eaten = of.named.has('feed') ? undefined : only(feedIn(of, open))
  if (eaten) {
    put(eaten.feed, 'feed', 'kg')
    if (!of.named.has('water')) put(eaten.water, 'water', eaten.unit)
  }
  put(only(eggsIn(of, open)), 'eggsTotal', 'pcs')
  return found
}

/** Ages that rise by one from row to row. From the first day they could be numbers of rows, unless weights prove them. */
export function ageByValues(
  open: ReadonlyMap<number, Numbers>,
): { index: number; ages: Numbers } | undefined {
  const rising = [...open].filter(
    ([, values]) =>
      values.length >= ENOUGH &&
      isWhole(values) &&
      values.every(
        (value, i) => value >= 0 && value < 900 && (i === 0 || value === (values[i - 1] ?? 0) + 1),
      ),
  )
  const [index, ages] = only(rising) ?? []
  if (index === undefined || !ages) return undefined
  const others = new Map([...open].filter(([each]) => each !== index))
  const bare = { days: ages, ages: agesOf(ages), named: new Map(), beside: [], birds: null, open: others }
  return (ages[0] ?? 0) > 1 || weightsIn(bare, others).length > 0 ? { index, ages } : undefined
}

/** Ages as days after the first, whether the file calls that day 0 or 1. */
export const agesOf = (said: Numbers): Numbers[] => [said, said.map(age => age - 1)]

/** What is the sum of two others says nothing of its own. */
function isSumOfOthers({ open, named, beside }: Figures, index: number): boolean {
  const values = open.get(index) ?? []
  const others = [
    ...[...open].flatMap(([each, numbers]) => (each === index ? [] : [numbers])),
    ...named.values(),
    ...beside,
  ].filter(numbers => told(numbers).some(value => value !== 0))
  return others.some((one, i) =>
    others
      .slice(i + 1)
      .some(two =>
        values.every((value, row) => !isTold(value) || near(value, (one[row] ?? 0) + (two[row] ?? 0))),
      ),
  )
}
const near = (one: number, two: number): boolean => Math.abs(one - two) < 1e-6 * Math.max(1, Math.abs(one))

/** Birds alive: whole, never more than before, less at the end. */
const birdCounts = ({ beside, open, birds }: Pick<Figures, 'beside' | 'open' | 'birds'>) =>
  [...beside, ...open.values()].filter(values => {
    const all = told(values)
    const [first = 0, last = 0] = [all[0], all.at(-1)]
    return (
      all.length >= ENOUGH &&
      isWhole(all) &&
      last >= HOUSE &&
      last < first &&
      first <= (birds ?? first) * 1.02 &&
      all.every((value, i) => i === 0 || value <= (all[i - 1] ?? 0))
    )
  })

/** Columns of which the birds alive fall by exactly what they count, each day. */
function lossesIn(of: Figures, open: Figures['open']): number[] {
  const { named, days } = of
  if ([...named.keys()].some(use => use === 'dead' || use.endsWith('Males'))) return []
  const others = (['culled', 'sold', 'movedOut'] as const).map(use => named.get(use))
  const come = named.get('movedIn')
  const rest = (row: number) =>
    others.reduce((sum, values) => sum + (values?.[row] || 0), 0) - (come?.[row] || 0)
  const steps = days.flatMap((day, row) => (row > 0 && day === (days[row - 1] ?? 0) + 1 ? [row] : []))
  const counts = birdCounts(of)
  return [...open].flatMap(([index, values]) => {
    const isSmall = counts.some(count =>
      values.every((value, row) => !isTold(value) || value <= DYING * (count[row] ?? 0)),
    )
    if (!isWhole(values) || !isSmall || new Set(told(values).filter(value => value > 0)).size < 3) return []
    // Birds are counted at the end of a day or at its start.
    const proven = counts.some(count =>
      [0, -1].some(at => {
        const pairs = steps.filter(row => isTold(count[row]) && isTold(count[row - 1]))
        return (
          pairs.length >= ENOUGH - 1 &&
          pairs.every(
            row => (count[row - 1] ?? 0) - (count[row] ?? 0) === (values[row + at] || 0) + rest(row + at),
          )
        )
      }),
    )
    return proven ? [index] : []
  })
}

/** Columns that rise from a chick to kilograms as a breed grows, but are not its printed standard. */
function weightsIn({ ages, named }: Figures, open: Figures['open']) {
  if (named.has('weight') || named.has('weightMales')) return []
  return [...open].flatMap(([index, values]) => {
    const found = (['g', 'kg'] as const).find(unit => ages.some(each => growsAs(each, values, unit)))
    return found ? [{ index, unit: found }] : []
  })
}

function growsAs(ages: Numbers, values: Numbers, unit: 'g' | 'kg'): boolean {
  const factor = unit === 'g' ? 1 : 1_000
  const points = values.flatMap((value, row) => {
    const age = ages[row]
    return isTold(value) && isTold(age) && age >= 0 ? [{ age, value }] : []
  })
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < WEIGHED) return false
  if (first.age > CHICK_DAYS || last.value * factor < GROWN) return false
  const digits = Math.max(...points.map(({ value }) => String(value).split('.')[1]?.length ?? 0))
  const half = (factor * 0.5) / 10 ** digits + 0.5
  const isNear = (fits: (value: number, mid: number) => boolean) =>
    breeds.some(breed =>
      points.every(({ age, value }) => fits(value * factor, weightAt(breed, age)?.mid ?? Number.NaN)),
    )
  const isPrinted = isNear((value, mid) => Math.abs(value - mid) <= half)
  return !isPrinted && isNear((value, mid) => isWithin(value / mid, NEAR.weight))
}

/** Grown birds weigh about the same from day to day, and may weigh as many grams as a house drinks litres. */
function couldWeigh(values: Numbers): boolean {
  const all = told(values)
  const isFlat = all.every((value, i) => i === 0 || Math.abs(value / (all[i - 1] ?? value) - 1) <= 0.025)
  return isFlat && all.every(value => isWithin(value, [GROWN, 7_000]) || isWithin(value, [1, 7]))
}

/** The unit in which a column is what birds drink with this feed, in kg; undefined if it is not. */
function drunkWith(feed: Numbers, water: Numbers): 'L' | 'm3' | undefined {
  const rows = feed.flatMap((value, row) => (isTold(value) && value > 0 ? [row] : []))
  const both = rows.filter(row => (water[row] ?? 0) > 0)
  if (both.length < ENOUGH || both.length < 0.9 * rows.length || couldWeigh(water)) return undefined
  const ratios = both.map(row => (water[row] ?? 0) / (feed[row] ?? 0))
  const mean = middle(ratios)
  // What is worked out from feed is a price or a plan.
  if (ratios.every(ratio => Math.abs(ratio / mean - 1) < 0.01)) return undefined
  return (
    [
      ['L', 1],
      ['m3', 1_000],
    ] as const
  ).find(
    ([, factor]) =>
      isWithin(mean * factor, RATIO) && ratios.every(ratio => isWithin(ratio * factor, DAY_RATIO)),
  )?.[0]
}

function waterIn({ named }: Figures, open: Figures['open']) {
  const feed = named.get('feed')
  if (!feed || named.has('water') || named.has('feedMales')) return []
  return [...open].flatMap(([index, values]) => {
    const unit = drunkWith(feed, values)
    return unit ? [{ index, unit }] : []
  })
}

/** Feed beside the water drunk with it, both as one breed has them at these ages. */
function feedIn(of: Figures, open: Figures['open']) {
  const { ages, birds, named, days } = of
  const count = only(birdCounts(of))
  const alive = days.map((_, row) => count?.[row] ?? birds ?? Number.NaN)
  const share = (
    values: Numbers,
    each: Numbers,
    standard: typeof feedAt,
    within: readonly [number, number],
  ) =>
    breeds.filter(breed => {
      const fits = values.flatMap((value, row) => {
        const mid = standard(breed, each[row] ?? Number.NaN)?.mid
        return isTold(value) && mid
          ? [isWithin((value * 1_000) / (alive[row] ?? Number.NaN) / mid, within)]
          : []
      })
      return fits.length >= ENOUGH && fits.filter(Boolean).length >= 0.9 * fits.length
    })
  const known = named.get('water')
  const waters: [number | undefined, Numbers][] = known ? [[undefined, known]] : [...open]
  return [...open].flatMap(([feed, eaten]) =>
    couldWeigh(eaten)
      ? []
      : waters.flatMap(([water, drunk]) => {
          const unit = water === feed ? undefined : drunkWith(eaten, drunk)
          const litres = unit === 'm3' ? drunk.map(value => value * 1_000) : drunk
          const isBreed = (each: Numbers) => {
            const asWater = share(litres, each, waterAt, NEAR.water)
            return share(eaten, each, feedAt, NEAR.feed).some(breed => asWater.includes(breed))
          }
          return unit && ages.some(isBreed) ? [{ feed, water, unit }] : []
        }),
  )
}

/** Eggs: with the birds alive they make the laying rate that another column has. */
function eggsIn(of: Figures, open: Figures['open']): number[] {
  if ([...of.named.keys()].some(use => use.startsWith('eggs'))) return []
  const all = [...of.beside, ...open.values()]
  const rates = all.filter(
    values =>
      told(values).length >= ENOUGH &&
      told(values).every(value => isWithin(value, [0, 100])) &&
      middle(told(values)) > 20,
  )
  const counts = birdCounts(of)
  return [...open].flatMap(([index, eggs]) => {
    if (!isWhole(eggs) || told(eggs).length < ENOUGH) return []
    const isLaid = rates.some(rate =>
      counts.some(count =>
        eggs.every(
          (value, row) =>
            !isTold(value) ||
            Math.abs((100 * value) / (count[row] ?? Number.NaN) - (rate[row] ?? Number.NaN)) <= 0.6,
        ),
      ),
    )
    return isLaid ? [index] : []
  })
}

/** What programs write over columns of which nobody has said what they hold. */
const NO_WORD =
  /^((col(umn)?|field|value|data|var|unnamed|spalte|kolom|coluna|columna|colonne|列|栏|字段|数据|值|数值)?\s*[-.:#]?\s*\d*|[a-z]\d{0,2})$/

/** Whether a title says nothing: the next file with it may hold anything else there. */
export const saysNothing = (title: string): boolean =>
  title.split(' · ').every(part => NO_WORD.test(plain(part)))
