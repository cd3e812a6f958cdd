import { expect, test } from 'vitest'
import { livability, stockingDensity } from '../flock.ts'
import { minimumVentilationOn } from '../physics/ventilation-need.ts'
import { valueAt } from '../standards/standard-table.ts'
import * as eggs from './eggs.ts'
import * as growth from './growth.ts'
import * as intake from './intake.ts'
import * as stock from './stock.ts'
import stored from './vectors.json' with { type: 'json' }
import { isSplit, uniformityFromCv, weighingOf } from './weighing.ts'

type Numbers = Record<string, number>
type Lists = Record<string, number[]>
const sum = (values: readonly number[] = []) => values.reduce((total, value) => total + value, 0)
const n = (inputs: unknown, name: string): number => (inputs as Numbers)[name] ?? 0
const list = (inputs: unknown, name: string): number[] => (inputs as Lists)[name] ?? []
const lost = (inputs: unknown) => n(inputs, 'dead') + n(inputs, 'culled')
const alive = (i: unknown) =>
  stock.birdsAlive(n(i, 'placed'), {
    dead: n(i, 'dead'),
    culled: n(i, 'culled'),
    sold: n(i, 'sold'),
    movedIn: n(i, 'moved_in'),
    movedOut: n(i, 'moved_out'),
  })
const liveKg = (i: unknown) => n(i, 'birds_sold') * n(i, 'avg_weight_kg')
const gain = (i: unknown) =>
  growth.averageDailyGain(n(i, 'weight_g'), n(i, 'chick_weight_g'), n(i, 'age_days'))
const epef = (i: unknown) =>
  growth.efficiencyFactor(n(i, 'livability_pct'), n(i, 'avg_weight_kg'), n(i, 'age_days'), n(i, 'fcr'))
const evenness = (i: unknown) => uniformityFromCv(n(i, 'cv'))
const onTime = (i: unknown) =>
  minimumVentilationOn(n(i, 'cycle_s'), n(i, 'birds'), n(i, 'm3h_per_bird'), n(i, 'fans'), n(i, 'fan_m3h'))
const point = (age: number, value: number) => ({ age, low: value, mid: value, high: value })

/** How each worked example is computed here. */
const computed: Record<string, (inputs: unknown) => unknown> = {
  alive,
  alive_after_thinning: alive,
  livability: i => livability(n(i, 'placed'), lost(i)),
  cum_mortality: i => stock.cumulativeMortality(n(i, 'placed'), lost(i)),
  daily_mortality: i => stock.mortalityOf(n(i, 'dead_today') + n(i, 'culled_today'), n(i, 'alive_start')),
  weekly_mortality: i => stock.mortalityOf(sum(list(i, 'losses')), n(i, 'alive_start')),
  adg: gain,
  adg_ross: gain,
  fcr_live: i => growth.feedConversion(n(i, 'feed_kg'), liveKg(i)),
  fcr_gain: i =>
    growth.feedConversionOnGain(n(i, 'feed_kg'), liveKg(i), n(i, 'placed'), n(i, 'chick_weight_kg')),
  fcr_table: i => growth.feedConversionOfTable(n(i, 'cum_feed_g'), n(i, 'weight_g')),
  fcr_adjusted: i => growth.feedConversionAt(n(i, 'fcr'), n(i, 'target_g'), n(i, 'actual_g')),
  epef,
  epef_2: epef,
  epef_own: epef,
  hen_day: i => eggs.henDayRate(n(i, 'eggs'), n(i, 'hens_alive')),
  hen_day_week: i => eggs.henDayRate(sum(list(i, 'eggs')), sum(list(i, 'hens'))),
  hen_housed: i => eggs.henHousedRate(n(i, 'eggs'), n(i, 'hens_housed')),
  eggs_hh_cum: i => eggs.eggsPerHenHoused(n(i, 'total_eggs'), n(i, 'hens_housed')),
  egg_mass: i => eggs.eggMass(n(i, 'hen_day_pct'), n(i, 'egg_weight_g')),
  feed_egg_ratio: i => eggs.feedPerKgEgg(n(i, 'feed_kg'), n(i, 'eggs'), n(i, 'egg_weight_g')),
  feed_per_10_eggs: i => eggs.feedPerTenEggs(n(i, 'feed_kg'), n(i, 'eggs')),
  feed_per_bird: i => intake.intakePerBird(n(i, 'feed_kg'), n(i, 'hens_alive')),
  water_per_bird: i => intake.intakePerBird(n(i, 'water_L'), n(i, 'alive')),
  water_feed: i => intake.waterToFeed(n(i, 'water_L'), n(i, 'feed_kg')),
  uniformity: i => {
    const { mean, deviation: sd, cv, uniformity } = weighingOf(list(i, 'weights_g')) ?? {}
    return { mean, sd, cv, uniformity }
  },
  uniformity_from_cv_6: evenness,
  uniformity_from_cv_8: evenness,
  uniformity_from_cv_10: evenness,
  uniformity_from_cv_12: evenness,
  uniformity_from_cv_14: evenness,
  interp_bw: i =>
    valueAt([point(147, n(i, 'week_21')), point(154, n(i, 'week_22'))], n(i, 'age_days'), 154)?.mid,
  density: i => stockingDensity(n(i, 'alive'), n(i, 'floor_m2'), n(i, 'avg_weight_kg') * 1_000).kg,
  age_50: i =>
    eggs.ageAtHalfRate(list(i, 'day').map((age, at) => ({ age, rate: list(i, 'hen_day_pct')[at] ?? 0 }))),
  hatching_egg_pct: i => eggs.hatchingEggShare(n(i, 'settable'), n(i, 'total')),
  fertility: i => eggs.fertility(n(i, 'fertile'), n(i, 'set')),
  hatchability: i => eggs.hatchability(n(i, 'chicks'), n(i, 'set')),
  hatch_of_fertile: i => eggs.hatchOfFertile(n(i, 'chicks'), n(i, 'fertile')),
  cobb_weekly_eggs_hh: i => eggs.weeklyEggsPerHenHoused(n(i, 'cum_mort_pct'), n(i, 'hen_week_pct')),
  min_vent_timer: onTime,
  min_vent_timer_ps: onTime,
  gain_feed_weekly_fcr: i =>
    growth.feedConversionBetween(
      n(i, 'feed_kg'),
      { alive: n(i, 'alive_start'), weightKg: n(i, 'w_start_kg') },
      { alive: n(i, 'alive_end'), weightKg: n(i, 'w_end_kg') },
    ),
}

test('every worked example has its formula, and every formula its example', () => {
  expect(Object.keys(computed).sort()).toEqual(stored.vectors.map(({ key }) => key).sort())
})

/** Rounded as printed in the example: half a unit of its last digit may be lost twice. */
test.each(stored.vectors.map(vector => [vector.key, vector] as const))(
  '%s',
  (key, { inputs, expected, decimals }) => {
    const actual = computed[key]?.(inputs)
    const pairs =
      typeof expected === 'number'
        ? [[actual as number, expected] as const]
        : Object.entries(expected).map(
            ([name, value]) => [(actual as Numbers)[name] ?? Number.NaN, value] as const,
          )
    for (const [value, wanted] of pairs) {
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9)
    }
  },
)

test('an empty sample says nothing, and one bird has no spread', () => {
  expect(weighingOf([])).toBeNull()
  expect(weighingOf([1_800])).toEqual({ birds: 1, mean: 1_800, deviation: 0, cv: 0, uniformity: 100 })
})

test('hens that never reached half rate, or did from their first record on', () => {
  expect(eggs.ageAtHalfRate([{ age: 130, rate: 10 }])).toBeNull()
  expect(eggs.ageAtHalfRate([{ age: 150, rate: 60 }])).toBe(150)
})

test('a sample of two sizes is told from one of a single size with the same spread', () => {
  const sample = (means: readonly number[]) => {
    // Evenly over the quantiles of a normal spread of 3 %.
    const around = [-1.6, -1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1, 1.6].map(each => 1 + 0.03 * each)
    return weighingOf(
      means.flatMap(mean =>
        Array(3)
          .fill(around.map(share => mean * share))
          .flat(),
      ),
    )
  }
  const [one, two] = [sample([2_000, 2_000]), sample([1_760, 2_240])]
  expect(one && isSplit(one)).toBe(false)
  expect(two && isSplit(two)).toBe(true)
  // Of ten birds nobody can tell.
  expect(isSplit({ birds: 10, mean: 2_000, deviation: 250, cv: 12.5, uniformity: 20 })).toBe(false)
})
