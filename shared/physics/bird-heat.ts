/**
 * Heat, moisture, CO2 and NH3 given off by a flock, after the CIGR 2002 report: heat-producing units of 1000 W at
 * 20 °C, split into sensible and latent heat at house level. Known bias: totals about 11 % above measurements of
 * modern broilers.
 */

/** What a bird's heat depends on: cage or litter, and the kind of bird. */
export type BirdKind = 'broiler' | 'layer' | 'pullet' | 'breeder' | 'floorLayer'

/** Heat in W. */
export interface BirdHeat {
  total: number
  sensible: number
  latent: number
}

/** A flock as the heat formulas see it. */
export interface FlockHeatSource {
  kind: BirdKind
  birds: number
  /** kg per bird */
  weight: number
  /** kg of egg per bird and day */
  eggMass: number
}

/** The CIGR expressions are not meant for extreme heat: above this (°C) they stay constant. */
const HEAT_FORMULA_LIMIT = 34

/** mg/m³ of NH3 in one ppm at 20 °C */
const NH3_MG_PER_PPM = 0.708

const isCaged = (kind: BirdKind) => kind === 'layer' || kind === 'pullet'

/** Total heat of one bird at 20 °C in W; `weight` kg, `eggMass` kg per day. */
function heatPerBirdAt20(kind: BirdKind, weight: number, eggMass: number): number {
  if (kind === 'broiler') return 10.62 * weight ** 0.75
  return (isCaged(kind) ? 6.28 : 6.8) * weight ** 0.75 + 25 * eggMass
}

/** Total heat in W of one heat-producing unit at `temperature` °C. */
function unitTotal(temperature: number): number {
  return 1000 + 20 * (20 - temperature)
}

/** House-level sensible heat in W of one heat-producing unit; vanishes at 40 °C. */
function unitSensible(kind: BirdKind, temperature: number): number {
  const total = unitTotal(temperature)
  const warm = Math.max(0, temperature)
  const sensible = isCaged(kind) ? 0.67 * total - 9.8e-8 * warm ** 6 : 0.61 * total - 0.228 * warm ** 2
  return Math.max(0, Math.min(sensible, total))
}

/**
 * Heat of a whole flock at house temperature `temperature` °C. `activity` is the relative swing of day and night
 * around the daily mean: +0.15 with lights on, −0.15 in the dark, 0 for the mean.
 */
export function flockHeat(flock: FlockHeatSource, temperature: number, activity = 0): BirdHeat {
  const effective = Math.min(temperature, HEAT_FORMULA_LIMIT)
  const perBird = heatPerBirdAt20(flock.kind, flock.weight, flock.eggMass)
  const units = (perBird * flock.birds * (1 + activity)) / 1000
  const total = units * Math.max(0, unitTotal(effective))
  const sensible = units * unitSensible(flock.kind, effective)
  return { total, sensible, latent: total - sensible }
}

/** CO2 in m³/h from a flock that gives off `totalHeat` W, including manure; chicks below 0.5 kg give less. */
export function carbonDioxide(kind: BirdKind, weight: number, totalHeat: number): number {
  const perKilowatt = kind === 'broiler' && weight < 0.5 ? 0.17 : 0.18
  return (perKilowatt * totalHeat) / 1000
}

/** How manure is kept, which determines its ammonia. */
export type ManureSystem = 'newLitter' | 'builtUpLitter' | 'beltDaily' | 'beltTwiceWeekly' | 'highRise'

/** NH3 in g per bird and day; only litter depends on age in days. */
export function ammoniaPerBird(system: ManureSystem, ageDays: number): number {
  if (system === 'newLitter') return Math.max(0, 0.024 * (ageDays - 6))
  if (system === 'builtUpLitter') return 0.031 * Math.max(0, ageDays)
  if (system === 'beltDaily') return 0.054
  return system === 'beltTwiceWeekly' ? 0.094 : 0.87
}

/** ppm·m³ of NH3 per second from a flock at `perBird` g per bird and day. */
export function ammoniaSource(perBird: number, birds: number): number {
  return (perBird * birds * 1000) / 86_400 / NH3_MG_PER_PPM
}
