import type { Random } from '#shared/chance.ts'
import { chanceAt, poissonAt, seededRandom, seedOf } from '#shared/chance.ts'
import type { HouseType } from '#shared/signals.ts'
import type { FlockDay } from '#shared/standards/flock-day.ts'
import { flockDay } from '#shared/standards/flock-day.ts'
import type { Breed } from '#shared/standards/standards.ts'
import { likelySurvival } from '#shared/standards/standards.ts'
import type { HouseSpec } from './fleet.ts'

/** The birds of a house. */
export interface Flock {
  type: HouseType
  breed: Breed
  /** how this flock grows and lays compared with its standard, about 1 */
  thrift: number
  laying: number
  /** seed for daily differences */
  seed: number
  alive: number
  /** birds placed, the age at which they came, and the losses of each day from then on that somebody has on record */
  placed: number
  arrivedAge: number
  lost: readonly number[] | undefined
  /** when the birds die that are lost today, as shares of the day, soonest first */
  deaths: readonly number[]
  /** losses to heat that do not yet add up to a whole bird */
  dying: number
  /** losses of today, and how many of them were due */
  deadToday: number
  dueToday: number
  /** % of birds within 10 % of the mean weight */
  uniformity: number
  /** the standard for today */
  today: FlockDay
}

/** how far a day may be off the standard, as a share */
const DAY_NOISE = { lay: 0.012, feed: 0.02, water: 0.03 }

/** The birds of a house as they are at `age` days; none before they are placed. */
export function makeFlock(spec: HouseSpec, age: number, random: Random): Flock {
  const { type, breed, birds, arrivedAge = 0, lost } = spec
  const flock: Flock = {
    type,
    breed,
    placed: birds,
    arrivedAge,
    lost,
    deaths: [],
    thrift: 1 + 0.015 * random.noise(),
    laying: 0.99 + 0.015 * random.noise(),
    seed: Math.floor(random.next() * 2 ** 31),
    alive: birds,
    dying: random.next(),
    deadToday: 0,
    dueToday: 0,
    uniformity: 84 + 3 * random.noise(),
    today: flockDay(breed, age),
  }
  flock.alive = age < 0 ? 0 : aliveAt(flock, age)
  beginFlockDay(flock, age)
  return flock
}

/** Sets the standard at an age in days, varied for this flock: no two days are alike. */
export function beginFlockDay(flock: Flock, age: number): void {
  const today = flockDay(flock.breed, age)
  const day = (what: keyof typeof DAY_NOISE) => 1 + DAY_NOISE[what] * chanceOf(flock.seed, what, age)
  flock.today = {
    ...today,
    lay: Math.min(1, today.lay * flock.laying * day('lay')),
    feed: today.feed * day('feed'),
    water: today.water * day('water'),
  }
  flock.deadToday = 0
  flock.dueToday = 0
  const seed = seedOf(flock.seed, 'deaths', age)
  flock.deaths = Array.from({ length: lossesOn(flock, age) }, (_, i) => chanceAt(seed, i)).toSorted(
    (a, b) => a - b,
  )
}

/** A number in −1…1, always the same. */
const chanceOf = (seed: number, what: string, age: number) =>
  2 * seededRandom(seedOf(seed, what, age)).next() - 1

/** Birds lost on a day: as recorded, else as many more or fewer than the standard as chance makes them. */
function lossesOn({ breed, placed, arrivedAge, lost, seed }: Flock, age: number): number {
  const recorded = lost?.[age - arrivedAge]
  if (recorded !== undefined) return recorded
  const left = (at: number) => likelySurvival(breed, arrivedAge, at) / 100
  return age < arrivedAge ? 0 : poissonAt(seed, age, placed * Math.max(0, left(age) - left(age + 1)))
}

/** Birds in the morning of a day. */
function aliveAt(flock: Flock, age: number): number {
  let alive = flock.placed
  for (let day = flock.arrivedAge; day < age; day++) alive -= lossesOn(flock, day)
  return Math.max(0, alive)
}

/** kg per bird at a share of the day. */
export function birdWeight(flock: Flock, dayShare: number): number {
  const { weight, gain } = flock.today
  // chicks arrive as they are; the flock drifts to its own thrift within the first week
  const thrift = 1 + (flock.thrift - 1) * Math.min(1, flock.today.age / 7)
  return (weight + gain * dayShare) * thrift
}

/** What the birds do during a step. */
export interface FlockActivity {
  /** kg eaten, litres drunk, eggs laid (with fraction), birds that died */
  eaten: number
  drunk: number
  laid: number
  dead: number
}

/** Conditions for the birds during a step. */
export interface FlockSurroundings {
  seconds: number
  /** how much of the day has passed, 0…1 */
  dayShare: number
  /** °C as felt, °C needed */
  temperature: number
  target: number
  /** light of this moment 0…1, hours of light a day, hours since it came on (negative before) */
  light: number
  lightHours: number
  sinceLight: number
}

/** ml more water per K of heat, as a share */
const WATER_PER_DEGREE = 0.065
/** °C from which adult birds die of heat, and the share lost in the first hour at 4 K above */
const DEADLY_HEAT = 36

/** Lets the birds eat, drink, lay and die for a step; changes the flock's numbers in place. */
export function liveOn(flock: Flock, around: FlockSurroundings): FlockActivity {
  const { seconds, lightHours, light } = around
  const share = seconds / 86_400
  const { feed, water, lay } = flock.today
  const awake = light > 0.05 ? appetite(around) * (24 / Math.max(1, lightHours)) : 0
  const heat = Math.max(0, around.temperature - Math.max(21, around.target))
  const eaten = flock.alive * feed * share * awake * Math.max(0.4, 1 - 0.02 * heat)
  const drinking = awake > 0 ? awake : 0.02
  const drunk = flock.alive * water * share * drinking * Math.min(3, 1 + WATER_PER_DEGREE * heat)
  const laid = flock.alive * lay * share * layingAt(around.sinceLight)
  const dead = Math.min(flock.alive, dueNow(flock, around.dayShare) + ofHeat(flock, around))
  flock.alive -= dead
  flock.deadToday += dead
  return { eaten, drunk, laid, dead }
}

/** Eating during the light day: most after the light comes on and before it goes off; the mean is 1. */
function appetite({ sinceLight, lightHours }: FlockSurroundings): number {
  const through = Math.min(1, Math.max(0, sinceLight / lightHours))
  return 1 + 0.35 * Math.cos(4 * Math.PI * through)
}

/** Hens lay between one and eleven hours after the light comes on, most after five; a day's mean is 1. */
function layingAt(sinceLight: number): number {
  if (sinceLight < 1 || sinceLight > 11) return 0
  return (24 / 10) * 2 * Math.sin((Math.PI * (sinceLight - 1)) / 10) ** 2
}

/** Birds that were to die by now and have not yet. */
function dueNow(flock: Flock, dayShare: number): number {
  const before = flock.dueToday
  while ((flock.deaths[flock.dueToday] ?? Infinity) < dayShare) flock.dueToday++
  return flock.dueToday - before
}

function ofHeat(flock: Flock, { temperature, seconds }: FlockSurroundings): number {
  flock.dying += flock.alive * heatLosses(temperature, seconds)
  const dead = Math.floor(flock.dying)
  flock.dying -= dead
  return dead
}

function heatLosses(temperature: number, seconds: number): number {
  if (temperature <= DEADLY_HEAT) return 0
  return Math.min(0.5, ((temperature - DEADLY_HEAT) / 4) ** 2 * 0.05 * (seconds / 3600))
}
