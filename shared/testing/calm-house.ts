import type { ClimateInputs } from '../physics/house-climate.ts'

/** A calm house: no heating, no cooling, no sun. */
export const NO_INPUTS: Omit<ClimateInputs, 'airflow' | 'outsideTemperature' | 'outsideHumidity'> = {
  heater: 0,
  equipment: 0,
  solar: 0,
  burnerCo2: 0,
  burnerWater: 0,
  padEfficiency: 0,
  fog: 0,
  activity: 0,
  ammonia: 0,
}
