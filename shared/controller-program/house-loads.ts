import type { Litter } from '../litter.ts'
import { ammoniaPerBird } from '../physics/bird-heat.ts'
import type { Equipment } from '../physics/equipment.ts'
import { burntBy } from '../physics/heaters.ts'
import type { ClimateInputs } from '../physics/house-climate.ts'
import { litterAmmonia } from '../physics/litter-ammonia.ts'
import type { HouseType } from '../signals.ts'
import type { ControllerState } from './controller-state.ts'
import type { Program } from './program.ts'
import type { AirMovement } from './ventilation.ts'

/** W of sun through the roof per m² of floor at its strongest */
const SOLAR = 12
/** relative swing of the birds' heat between light and dark */
const ACTIVITY = 0.12
/** W of heat from the lamps per m² of floor */
const LIGHT_HEAT = 2
/** kg */
const GROWN_PULLET = 1.5
const PAD_EFFICIENCY = 0.75
/** s until a pad is wet, and until it has dried */
const PAD_WETTING = 90
const PAD_DRYING = 600

/** What the air of a house depends on besides its birds. */
export interface LoadedHouse {
  controller: ControllerState
  equipment: Equipment
  movement: AirMovement
  program: Program
  /** °C, %, and the share of the strongest sun, 0 at night … 1 */
  weather: { temperature: number; humidity: number; sun: number }
}

/** Current effect of machines, weather and birds on the air; `ammonia` g per bird and day, `padWetness` 0 when dry … 1. */
export function climateInputs(house: LoadedHouse, ammonia: number, padWetness: number): ClimateInputs {
  const { controller, equipment, movement, program, weather } = house
  const { floor } = equipment.envelope
  const heating = controller.heating.reduce((sum, output) => sum + output, 0) / 100
  const zones = Math.max(1, program.heating.filter(zone => zone.enabled).length)
  const light = (controller.dimmers[0] ?? 0) / 100
  const burnt = burntBy[equipment.heaters]
  const isWet = movement.tunnel > 0.5 && padWetness > 0.02
  return {
    airflow: movement.airflow,
    outsideTemperature: weather.temperature,
    outsideHumidity: weather.humidity,
    heater: (equipment.heating * heating) / zones,
    equipment: LIGHT_HEAT * light * floor,
    solar: SOLAR * floor * weather.sun,
    padEfficiency: isWet ? PAD_EFFICIENCY * padWetness : 0,
    fog: equipment.fog * controller.fog,
    activity: ACTIVITY * (2 * controller.daylight - 1),
    ammonia,
    burnerCo2: burnt.co2,
    burnerWater: burnt.water,
  }
}

/** How wet a pad is after `seconds` during which its pump ran for the share `pumping`. */
export function wetted(padWetness: number, pumping: number, seconds: number): number {
  const wetter = (1 - padWetness) * (1 - Math.exp((-seconds * pumping) / PAD_WETTING))
  return (padWetness + wetter) * (pumping > 0 ? 1 : Math.exp(-seconds / PAD_DRYING))
}

/** g NH3 per bird and day for birds of `weight` kg; of those on the floor by their litter, new where nobody told. */
export function ammoniaOf(
  type: HouseType,
  age: number,
  weight: number,
  litter: Litter | null | undefined,
): number {
  if (type === 'layer') return ammoniaPerBird('beltTwiceWeekly', age)
  // chicks leave little on the belt
  const grown = Math.min(1, weight / GROWN_PULLET)
  if (type === 'pullet') return grown * ammoniaPerBird('beltDaily', age)
  return litterAmmonia(litter ?? 'new', age)
}

/** kW of the running fans. */
export const fanPower = ({ controller, equipment }: Pick<LoadedHouse, 'controller' | 'equipment'>): number =>
  equipment.fanGroups.reduce(
    (sum, { fans, power }, i) => sum + (controller.fans[i] as number) * fans * power,
    0,
  )
