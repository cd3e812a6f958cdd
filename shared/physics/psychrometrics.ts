/**
 * Moist air in a poultry house. Temperatures in °C, relative humidity in %, humidity ratio in kg water per kg dry
 * air. Density and heat capacity are constants on purpose: check values stay reproducible.
 */

/** kg/m³ */
export const AIR_DENSITY = 1.2
/** J/(kg·K) */
export const AIR_HEAT_CAPACITY = 1006
/** J per kg of water evaporated */
export const EVAPORATION_HEAT = 2.45e6
/** Heat carried by ventilation: W per (m³/h) and K. */
export const VENTILATION_HEAT = (AIR_DENSITY * AIR_HEAT_CAPACITY) / 3600

const ATMOSPHERE_PA = 101_325
/** ratio of the molar masses of water and dry air */
const MOLAR_RATIO = 0.622

/** Saturation vapour pressure in Pa over water, −20…50 °C (Magnus form, constants of Alduchov and Eskridge). */
function saturationPressure(temperature: number): number {
  return 610.94 * Math.exp((17.625 * temperature) / (temperature + 243.04))
}

/** Humidity ratio (kg/kg) of air at `temperature` °C and `humidity` %. */
export function humidityRatio(temperature: number, humidity: number): number {
  const vapour = (humidity / 100) * saturationPressure(temperature)
  return (MOLAR_RATIO * vapour) / (ATMOSPHERE_PA - vapour)
}

/** Relative humidity in % of air at `temperature` °C with `ratio` kg/kg of water; above 100 when oversaturated. */
export function relativeHumidity(temperature: number, ratio: number): number {
  const vapour = (ratio * ATMOSPHERE_PA) / (MOLAR_RATIO + ratio)
  return (100 * vapour) / saturationPressure(temperature)
}

/**
 * Wet-bulb temperature in °C by adiabatic saturation with the constants above. The balance rises smoothly with the
 * temperature, so Newton's method from the dry bulb converges within a few rounds.
 */
export function wetBulb(temperature: number, humidity: number): number {
  const ratio = humidityRatio(temperature, humidity)
  let wet = temperature
  for (let round = 0; round < 30; round++) {
    const saturated = humidityRatio(wet, 100)
    const surplus = (saturated - ratio) * EVAPORATION_HEAT - AIR_HEAT_CAPACITY * (temperature - wet)
    const slope = saturationSlope(wet, saturated) * EVAPORATION_HEAT + AIR_HEAT_CAPACITY
    const change = surplus / slope
    wet -= change
    if (Math.abs(change) < 1e-7) break
  }
  return wet
}

/** d(humidity ratio at saturation)/dT in 1/K. */
function saturationSlope(temperature: number, saturated: number): number {
  const pressure = saturationPressure(temperature)
  const pressureSlope = (pressure * 17.625 * 243.04) / (temperature + 243.04) ** 2
  return (saturated * pressureSlope * ATMOSPHERE_PA) / (pressure * (ATMOSPHERE_PA - pressure))
}

/** Air behind a wetted pad. */
export interface PadAir {
  /** °C */
  temperature: number
  /** % */
  humidity: number
  /** kg water taken up per kg of dry air */
  waterTaken: number
}

/** Outside air after a wetted pad of the given efficiency (0…1; 0.75 in the field). */
export function coolByPad(temperature: number, humidity: number, efficiency = 0.75): PadAir {
  const cooled = temperature - efficiency * (temperature - wetBulb(temperature, humidity))
  const waterTaken = (AIR_HEAT_CAPACITY * (temperature - cooled)) / EVAPORATION_HEAT
  const ratio = humidityRatio(temperature, humidity) + waterTaken
  return { temperature: cooled, humidity: relativeHumidity(cooled, ratio), waterTaken }
}
