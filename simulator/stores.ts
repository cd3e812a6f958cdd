import type { Random } from '#shared/chance.ts'
import type { Equipment } from '#shared/physics/equipment.ts'
import type { FlockActivity } from './flock.ts'

/** Meters, daily counters and stocks of a house. */
export interface Stores {
  /** litres, never falls */
  waterTotal: number
  waterToday: number
  /** l/min of this step */
  waterFlow: number
  padWaterToday: number
  feedToday: number
  eggsToday: number
  /** kWh, never falls */
  energyTotal: number
  /** kg */
  silos: [number, number]
  /** kg in the pans; refilled by the auger */
  pans: number
  augerRuns: boolean
  /** min the auger has run without a pause */
  augerMinutes: number
  /** ms of house time when the feed truck comes, per silo; 0: not ordered */
  delivery: [number, number]
}

/** Meters of a house that has been running for a while. */
export function makeStores(equipment: Equipment, random: Random): Stores {
  return {
    waterTotal: Math.round(2e5 + 8e5 * random.next()),
    waterToday: 0,
    waterFlow: 0,
    padWaterToday: 0,
    feedToday: 0,
    eggsToday: 0,
    energyTotal: Math.round(1e4 + 5e4 * random.next()),
    silos: [equipment.silo * (0.4 + 0.5 * random.next()), equipment.silo * (0.5 + 0.5 * random.next())],
    pans: 50,
    augerRuns: false,
    augerMinutes: 0,
    delivery: [0, 0],
  }
}

/** Counters are reset at the house's midnight. */
export function beginDay(stores: Stores): void {
  stores.waterToday = 0
  stores.padWaterToday = 0
  stores.feedToday = 0
  stores.eggsToday = 0
}

/** What a step takes from the stores and adds to the meters. */
export interface Consumption extends FlockActivity {
  seconds: number
  /** litres evaporated by pads and fog */
  coolingWater: number
  /** kW */
  power: number
  /** kg the flock eats per day */
  dailyFeed: number
  powered: boolean
  /** no pressure in the drinking line; an auger that runs but delivers nothing */
  noWater: boolean
  noFeed: boolean
  /** ms, hour of the house's day */
  at: number
  hour: number
}

/** h from ordering feed to its delivery */
const DELIVERY_HOURS = 20
const REORDER_SHARE = 0.14
/** days of feed in both silos together below which what has room is filled: a lorry does not come in the night */
const REORDER_DAYS = 2.5
const HAS_ROOM = 0.6

/** Counts a step; changes the stores in place. */
export function count(stores: Stores, equipment: Equipment, use: Consumption): void {
  // without pressure in the line nothing is drunk: a booster pump needs power
  const drunk = use.powered && !use.noWater ? use.drunk : 0
  stores.waterFlow = (drunk / use.seconds) * 60
  stores.waterTotal += drunk
  stores.waterToday += drunk
  stores.padWaterToday += use.coolingWater
  stores.eggsToday += use.laid
  stores.energyTotal += (use.power * use.seconds) / 3600
  runAuger(stores, equipment, use)
  deliverFeed(stores, equipment, use)
}

/** share of a day's feed in the pans; how empty and how full the control pan lets them get: a run moves 1 % of a day */
const PANS_HOLD = 1 / 6
const PANS_LOW = 0.9
const PANS_FULL = 0.96

function runAuger(stores: Stores, equipment: Equipment, use: Consumption): void {
  const capacity = Math.max(20, use.dailyFeed * PANS_HOLD)
  stores.pans = Math.max(0, stores.pans - use.eaten)
  if (stores.pans < capacity * PANS_LOW || use.noFeed) stores.augerRuns = use.powered
  if ((stores.pans >= capacity * PANS_FULL && !use.noFeed) || !use.powered) stores.augerRuns = false
  if (!stores.augerRuns) {
    stores.augerMinutes = 0
    return
  }
  stores.augerMinutes += use.seconds / 60
  const wanted = Math.min((equipment.auger * use.seconds) / 60, capacity - stores.pans)
  if (use.noFeed) return
  const silo = stores.silos[0] > wanted ? 0 : 1
  const moved = Math.min(wanted, stores.silos[silo])
  stores.silos[silo] -= moved
  stores.pans += moved
  stores.feedToday += moved
}

function deliverFeed(stores: Stores, equipment: Equipment, use: Consumption): void {
  const isShort = stores.silos[0] + stores.silos[1] < REORDER_DAYS * use.dailyFeed
  for (const silo of [0, 1] as const) {
    const due = stores.delivery[silo]
    if (due === 0) {
      const share = stores.silos[silo] / equipment.silo
      if (share < REORDER_SHARE || (isShort && share < HAS_ROOM)) {
        stores.delivery[silo] = use.at + DELIVERY_HOURS * 3_600_000
      }
    } else if (use.at >= due && use.hour >= 7 && use.hour < 18) {
      stores.silos[silo] = Math.max(stores.silos[silo], equipment.silo * 0.96)
      stores.delivery[silo] = 0
    }
  }
}
