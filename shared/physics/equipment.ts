import type { HouseType } from '../signals/signal.ts'
import type { Envelope } from './envelope.ts'
import { houseEnvelope } from './envelope.ts'
import type { FanCurve } from './fans.ts'
import { CONE_FAN_50, SIDE_FAN_36 } from './fans.ts'
import type { Heaters } from './heaters.ts'

/** The equipment of a house, sized for its type, dimensions and birds. */
export interface Equipment {
  envelope: Envelope
  /** the fans of each of the 12 groups, as a number of fans of `fanScale` size */
  fanGroups: readonly FanGroup[]
  /** m² */
  sideInlets: number
  tunnelDoor: number
  pad: number
  /** W */
  heating: number
  heaters: Heaters
  /** kg/h evaporated by the fog nozzles */
  fog: number
  /** lx at full light */
  lux: number
  /** kg held by a silo, kg/min moved by its auger */
  silo: number
  auger: number
}

/** Fans switched together by a relay. */
interface FanGroup {
  curve: FanCurve
  /** number of fans of the curve; not whole, because sizes follow the house */
  fans: number
  /** kW of one of them */
  power: number
}

/** The reference house of the default level table: 100 × 14 m, 22 000 broilers. */
const REFERENCE = { airflow: 439_200, sideInlets: 12, tunnelDoor: 60, pad: 68.5 }
/** kW */
const SIDE_FAN_KW = 0.5
const CONE_FAN_KW = 1
/** fans of 50 inch behind groups 3 to 12 of the reference house: tunnel levels add them in this order */
const TUNNEL_GROUPS = [1, 1, 1, 1, 1, 1, 1, 1, 2, 2]

/** Largest airflow a house is built for: m/s along it, m³/h per m² of floor and per bird, whichever is largest. */
const SIZING: Record<HouseType, { speed: number; perFloor: number; perBird: number }> = {
  broiler: { speed: 3, perFloor: 180, perBird: 0 },
  breeder: { speed: 2.2, perFloor: 170, perBird: 0 },
  pullet: { speed: 0, perFloor: 150, perBird: 6 },
  layer: { speed: 0, perFloor: 165, perBird: 8 },
}
/** W per m³ of house in a temperate climate; laying hens keep themselves warm except in the worst frost */
const HEATING: Record<HouseType, number> = { broiler: 75, breeder: 65, pullet: 75, layer: 20 }
/** factors for colder and warmer places */
const COLD = { latitude: 40, factor: 1.33 }
const TROPICAL = { latitude: 23.5, factor: 0.67 }
const FULL_LIGHT: Record<HouseType, number> = { broiler: 45, breeder: 90, pullet: 45, layer: 30 }

function climateFactor(latitude: number): number {
  if (Math.abs(latitude) > COLD.latitude) return COLD.factor
  return Math.abs(latitude) < TROPICAL.latitude ? TROPICAL.factor : 1
}

/** What a house's equipment is sized for; metres and the number of birds placed. */
export interface HouseSize {
  lengthM: number
  widthM: number
  heightM: number
  birds: number
  latitude: number
}

/** Equipment for a house. */
export function equipHouse(type: HouseType, house: HouseSize): Equipment {
  const envelope = houseEnvelope(house.lengthM, house.widthM, house.heightM)
  const sizing = SIZING[type]
  const airflow = Math.max(
    sizing.speed * envelope.section * 3600,
    sizing.perFloor * envelope.floor,
    sizing.perBird * house.birds,
  )
  const scale = airflow / REFERENCE.airflow
  const sideGroup = { curve: SIDE_FAN_36, fans: scale, power: SIDE_FAN_KW }
  return {
    envelope,
    fanGroups: [
      sideGroup,
      sideGroup,
      ...TUNNEL_GROUPS.map(fans => ({ curve: CONE_FAN_50, fans: fans * scale, power: CONE_FAN_KW })),
    ],
    sideInlets: REFERENCE.sideInlets * scale,
    tunnelDoor: REFERENCE.tunnelDoor * scale,
    pad: REFERENCE.pad * scale,
    heating: HEATING[type] * climateFactor(house.latitude) * envelope.volume,
    heaters: 'flued',
    fog: 0.25 * envelope.volume,
    lux: FULL_LIGHT[type],
    silo: Math.max(3000, house.birds * 0.5),
    auger: 40 + house.birds / 400,
  }
}
