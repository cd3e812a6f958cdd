/** What a sensor in the house measures. */
export type ProbeKind = 'temperature' | 'humidity' | 'co2' | 'nh3'

/** A sensor's place in the drawing: % along the house from the inlet gable to the fans, % across it. */
export interface Probe {
  metric: string
  kind: ProbeKind
  /** short name in the drawing: T1, H1, CO₂ */
  name: string
  along: number
  across: number
  /** Alarm metric that reports its failure. */
  fault: string
}

/** A controller's announced equipment, by number. */
export interface Equipment {
  probes: readonly Probe[]
  fanGroups: readonly number[]
  heaters: readonly number[]
  sideInlets: readonly number[]
  silos: readonly number[]
  hasDoor: boolean
  hasPad: boolean
  hasFogger: boolean
  hasAuger: boolean
  hasWater: boolean
}

const two = (index: number) => String(index).padStart(2, '0')
export const fanMetric = (group: number) => `Fan/G${two(group)}/State`
export const heaterMetric = (zone: number) => `Heat/Z${zone}/Output`
export const inletMetric = (side: number) => `Inlet/Side${side}/Position`
export const siloMetric = (silo: number) => `Feed/Silo${silo}/Weight`

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

/** Relay functions (`Settings/Relay/Rnn/Function`) an output of this number needs. */
const FAN_RELAY = 0
const HEATER_RELAY = 12
const PAD_RELAY = 19
const FOGGER_RELAY = 20

/**
 * A house's equipment from the metrics its controllers announce. Controllers also announce outputs that no relay drives;
 * `drives`, the functions of their relays, filters those out. Null: unknown, everything announced counts.
 */
export function equipmentOf(announced: Iterable<string>, drives: readonly number[] | null): Equipment {
  const names = new Set(announced)
  const driven = new Set(drives ?? [])
  const isDriven = (relay: number) => drives === null || driven.has(relay)
  const known = (count: number, metricOf: (index: number) => string) =>
    upTo(count).filter(index => names.has(metricOf(index)))
  return {
    probes: probesOf(names),
    fanGroups: known(12, fanMetric).filter(group => isDriven(FAN_RELAY + group)),
    heaters: known(6, heaterMetric).filter(zone => isDriven(HEATER_RELAY + zone)),
    sideInlets: known(2, inletMetric),
    silos: known(2, siloMetric),
    hasDoor: names.has('Inlet/Tunnel/Position'),
    hasPad: names.has('Cool/Pad/State') && isDriven(PAD_RELAY),
    hasFogger: names.has('Cool/Fogger/State') && isDriven(FOGGER_RELAY),
    hasAuger: names.has('Feed/AugerRun'),
    hasWater: names.has('Water/Today') || names.has('Water/FlowRate'),
  }
}

/** The part of the length the birds occupy, in %. */
const FIRST = 7
const LENGTH = 84
const SIDES = [25, 75] as const

/** Drawn in the middle, between the temperature probes, so that no two labels overlap. */
const middle = [
  { metric: 'Climate/Hum/S1', kind: 'humidity', name: 'H1', fault: 'Alarm/SensorHum' },
  { metric: 'Air/CO2/S1', kind: 'co2', name: 'CO₂', fault: 'Alarm/SensorCO2' },
  { metric: 'Air/NH3/S1', kind: 'nh3', name: 'NH₃', fault: 'Alarm/SensorNH3' },
] as const

/** Probes run in numerical order from the inlet end to the fans, on alternating sides. */
function probesOf(names: ReadonlySet<string>): Probe[] {
  const numbers = upTo(8).filter(index => names.has(`Climate/Temp/S${index}`))
  const alongOf = (position: number) => FIRST + (LENGTH * position) / Math.max(numbers.length, 1)
  const temperatures = numbers.map(
    (index, i): Probe => ({
      metric: `Climate/Temp/S${index}`,
      kind: 'temperature',
      name: `T${index}`,
      fault: `Alarm/SensorTemp${index}`,
      along: alongOf(i + 0.5),
      across: SIDES[i % 2] ?? 50,
    }),
  )
  const others = middle.filter(({ metric }) => names.has(metric))
  // Between two temperature probes, spread as evenly as possible.
  const gaps = Math.max(numbers.length - 1, 1)
  const placed = others.map((probe, i): Probe => {
    const gap = Math.floor(((i + 0.5) * gaps) / others.length) + 1
    const along = numbers.length < 2 ? FIRST + (LENGTH * (i + 0.5)) / others.length : alongOf(gap)
    return { ...probe, along, across: 50 }
  })
  return [...temperatures, ...placed]
}

/** The third of the house something is in. */
export type Third = 'inletEnd' | 'middle' | 'fanEnd'
export const thirdOf = (along: number): Third =>
  along < 100 / 3 ? 'inletEnd' : along < 200 / 3 ? 'middle' : 'fanEnd'
