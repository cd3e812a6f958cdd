import { type MeterFigure, mostInAQuarter } from '#shared/meter-limits.ts'
import type { HouseType } from '#shared/signals.ts'
import { type Bounds, carbonDioxideOf, humidityOf, mostAmmonia, weightOf } from './birds-and-air.ts'
import type { Facts } from './facts.ts'
import { HOUR, MINUTE } from './rule.ts'

/** What else must have moved while a value stood still, and by how much in its unit; of airflow a share, %. */
export interface Driver {
  of: 'others' | 'temperature' | 'outdoor' | 'dimmer' | 'airflow'
  by: number
  /** By how much where it is no longer said: a device that reports changes alone rests within its deadband. */
  bySilent?: number
}

/** When a value that stands still is wrong. */
export interface StillCheck {
  /** Within this it counts as standing still: the noise of a dead input. */
  band: number
  forMs: number
  /** Any of these must have moved meanwhile: what has no reason to move may stand. None: birds are reason enough. */
  drivers?: readonly Driver[]
  /** Only in a house with birds, from this age and of these types. */
  birds?: { from: number; types?: readonly HouseType[] }
  /** At or below this it may rest. */
  rest?: number
  /** The same where it is no longer said. */
  restSilent?: number
  /** It only grows: that it begins anew is no move. */
  isCounter?: true
  /** Only of a device that says the same again and again: one that reports changes alone may rightly be silent. */
  isRepeated?: true
}

/** How a probe is held against what air, house and birds can be. */
export interface ProbeCheck {
  /** Beyond it the probe is broken; without one the range of its signal counts. */
  range?: Bounds
  /** Says nothing above: what cannot be measured is not thin. */
  isOpenAbove?: true
  still?: StillCheck
  /** Against the house's other probes of its kind, from this age of the birds: before, parts of a house may differ. K */
  apart?: { by: number; agree: number; fromDay: number }
  /** Below it no air is, however measured. ppm */
  thinBelow?: number
  /** Against what birds and ventilation make of the air. */
  balance?: { of: (facts: Facts, mean: (metric: string) => number | null) => Bounds | null; forMs: number }
  /** It counts or weighs what birds take or give: standing still, it may also be that they do not. */
  isMeter?: true
  /** It shows what is left of something that birds use up. */
  isStore?: true
  /** What it counts: it cannot grow by more than the house takes. */
  counts?: MeterFigure
}

/** The house is another one than it was: what measures its air must have noticed. K */
const houseMoved: readonly Driver[] = [
  { of: 'temperature', by: 1.5 },
  { of: 'outdoor', by: 4 },
]
const houseMovedFar: readonly Driver[] = [
  { of: 'temperature', by: 1.5, bySilent: 3 },
  { of: 'outdoor', by: 4, bySilent: 8 },
]
/** Inlets hold the pressure whatever the weather: only far more air must move it beyond a deadband. */
const airMoved: readonly Driver[] = [
  { of: 'temperature', by: 1.5, bySilent: Number.POSITIVE_INFINITY },
  { of: 'outdoor', by: 4, bySilent: Number.POSITIVE_INFINITY },
  { of: 'airflow', by: 80 },
]
const anyBirds = { from: 0 }
const fed = { from: 1, types: ['broiler', 'layer'] } as const

const temperatureProbe: ProbeCheck = {
  range: { low: -40, high: 80 },
  still: { band: 0.15, forMs: 16 * HOUR, drivers: [{ of: 'others', by: 1.2 }] },
  apart: { by: 7, agree: 4, fromDay: 14 },
}
const humidityProbe: ProbeCheck = {
  range: { low: 0, high: 105 },
  still: { band: 0.6, forMs: 18 * HOUR, drivers: houseMovedFar },
  balance: { of: humidityOf, forMs: 4 * HOUR },
}
const meter = (counts: MeterFigure, forMs: number, birds: StillCheck['birds']): ProbeCheck => ({
  isMeter: true,
  counts,
  still: { band: 0, forMs, isCounter: true, ...(birds && { birds }) },
})

/** Not measured by a probe, or watched elsewhere: in words. */
type Reason = string
const OUTPUT = 'what the controller puts out, not a measurement'
const COUNTED = 'counted by the controller from probes that are checked'

/**
 * Every metric of the signal model, `#` for its number: how its value is checked, or why it is not. A kind of probe is added
 * here and nowhere else.
 */
export const probeChecks: Readonly<Record<string, ProbeCheck | Reason>> = {
  'Climate/Temp/S#': temperatureProbe,
  'Climate/Temp/Avg': {
    range: { low: -40, high: 80 },
    still: { band: 0, forMs: 20 * HOUR, drivers: [{ of: 'outdoor', by: 5 }], isRepeated: true },
  },
  // The sun may heat it by 15 K and more: it is not held against the weather.
  'Climate/Temp/Outdoor': {
    range: { low: -60, high: 75 },
    still: { band: 0, forMs: 20 * HOUR, drivers: [{ of: 'temperature', by: 1.8 }] },
  },
  'Climate/Temp/Effective': COUNTED,
  'Climate/Temp/Target': 'a setting; TargetUnlikely holds it against the age',
  'Climate/Temp/Min24h': COUNTED,
  'Climate/Temp/Max24h': COUNTED,
  'Climate/Hum/S#': humidityProbe,
  'Climate/Hum/Avg': humidityProbe,
  'Climate/Hum/Outdoor': {
    range: { low: 0, high: 105 },
    still: { band: 0, forMs: 20 * HOUR, rest: -1, drivers: [{ of: 'outdoor', by: 6 }] },
  },
  'Air/CO2/S#': {
    isOpenAbove: true,
    thinBelow: 350,
    still: { band: 10, forMs: 18 * HOUR, drivers: houseMoved, birds: anyBirds },
    balance: { of: carbonDioxideOf, forMs: 4 * HOUR },
  },
  // Little or none for days is what new litter and clean belts give.
  'Air/NH3/S#': {
    isOpenAbove: true,
    still: { band: 0.2, forMs: 20 * HOUR, drivers: houseMoved, birds: anyBirds, rest: 8 },
    balance: { of: mostAmmonia, forMs: 12 * HOUR },
  },
  // Without fans there is none: a dead tube is found by StaticPressureLow as soon as they run. Where it is low, even twice the
  // air keeps it within a deadband.
  'Air/Pressure/S#': {
    range: { low: -120, high: 300 },
    still: { band: 0.5, forMs: 18 * HOUR, drivers: airMoved, birds: anyBirds, rest: 2, restSilent: 12 },
  },
  // In many houses it is counted from the fans that run: it stands while they all do.
  'Air/WindSpeedIn': {
    still: {
      band: 0.01,
      forMs: 20 * HOUR,
      drivers: [{ of: 'airflow', by: 15 }],
      birds: anyBirds,
      rest: 0.3,
    },
  },
  'Air/AirFlow': COUNTED,
  'Weather/WindSpeed': { still: { band: 0.05, forMs: 20 * HOUR, drivers: houseMoved, rest: 0.3 } },
  'Weather/WindDir': 'a vane may rest for days in calm air',
  'Light/Lux/S#': { still: { band: 0.3, forMs: 4 * HOUR, drivers: [{ of: 'dimmer', by: 40 }] } },
  'Light/Dimmer#/Output': OUTPUT,
  'Vent/Mode': OUTPUT,
  'Vent/Level': OUTPUT,
  'Vent/MinLevel': OUTPUT,
  'Vent/MaxLevel': OUTPUT,
  'Vent/OutputPct': OUTPUT,
  'Vent/Compensation': OUTPUT,
  'Fan/G#/State': OUTPUT,
  'Fan/VarSpeed#/Output': OUTPUT,
  'Inlet/Side#/Position': OUTPUT,
  'Inlet/Tunnel/Position': OUTPUT,
  'Cool/Pad/State': OUTPUT,
  'Cool/Fogger/State': OUTPUT,
  'Cool/WaterToday': 'pads stay dry for weeks',
  'Heat/Z#/Output': OUTPUT,
  'Relay/Bitmap#': OUTPUT,
  'IO/DI/Bitmap': 'switches may rest for weeks; those with a function have alarms of their own',
  // Nights of hens and of young birds are dark for eight to ten hours.
  'Water/Meter#/Total': meter('water', 14 * HOUR, { from: 1 }),
  'Water/Today': meter('water', 14 * HOUR, { from: 1 }),
  // That it stands still is told by the meter: at night a trickle may stay the same for hours.
  'Water/FlowRate': {},
  // Pullets and breeders may be fed every other day.
  'Feed/Today': meter('feed', 18 * HOUR, fed),
  'Feed/Silo#/Weight': { isMeter: true, isStore: true, still: { band: 60, forMs: 18 * HOUR, birds: fed } },
  'Feed/AugerRun': OUTPUT,
  'Bird/Count': 'entered by hand, and right while nothing dies',
  'Bird/DayAge': 'counted by the calendar',
  // Many scales tell the mean of the day once, at midnight.
  'Bird/WeightAvg': {
    still: { band: 0, forMs: 27 * HOUR, birds: { from: 3, types: ['broiler'] }, rest: 0 },
    balance: { of: weightOf, forMs: 20 * HOUR },
  },
  'Bird/Uniformity': 'may rightly stay what it is',
  // Belts may run once a day.
  'Egg/Today': {
    isMeter: true,
    counts: 'eggs',
    still: { band: 0, forMs: 27 * HOUR, isCounter: true, birds: { from: 182, types: ['layer'] } },
  },
  'Power/MainsOk': 'a state; MainsLost tells when it is gone',
  'Power/GeneratorOn': 'a state; GeneratorNotRunning tells when it is missed',
  'Power/EnergyTotal': {
    isMeter: true,
    still: { band: 0, forMs: 20 * HOUR, isCounter: true, birds: { from: 1 } },
  },
  'Clock/ControllerTime': 'ClockBehind and ClockAhead hold it against ours',
}

/** The kind of a metric: its name without its number. */
export const kindOfMetric = (metric: string): string =>
  metric.replace(/\d+(?=$|\/(?:State|Output|Position|Weight|Total)$)/, '#')

/** How a metric is checked; undefined if it is not. */
export function checkOf(metric: string): ProbeCheck | undefined {
  const check = probeChecks[kindOfMetric(metric)]
  return typeof check === 'string' ? undefined : check
}

/** The most that a counter can grow in this time, ms; without a check any amount. */
export const mostGrowth = ({ counts }: ProbeCheck, birds: number | null, ms: number): number =>
  counts ? mostInAQuarter(counts, birds) * Math.max(1, ms / (15 * MINUTE)) : Number.POSITIVE_INFINITY
