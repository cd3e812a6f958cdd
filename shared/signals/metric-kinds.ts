import { DataType } from '../sparkplug/types.ts'
import { text } from '../text.ts'
import { type Choices, houseTypes, type MetricSignal, type Quantity, type Unit } from './signal.ts'

/** Measuring ranges of every kind of value in the house, defined once. */
const kinds = {
  temperature: real('temperature', '°C', -40, 90, 1),
  outdoorTemperature: real('temperature', '°C', -40, 60, 1),
  feltTemperature: real('temperature', '°C', -20, 60, 1),
  humidity: real('humidity', '%', 0, 100, 0),
  co2: whole('co2', 'ppm', 0, 10_000),
  nh3: real('nh3', 'ppm', 0, 100, 1),
  pressure: real('pressure', 'Pa', -20, 100, 0),
  airSpeed: real('ventilation', 'm/s', 0, 6, 2),
  airFlow: real('ventilation', 'm³/h', 0, 1e6, 0),
  windSpeed: real('weather', 'm/s', 0, 60, 1),
  windDirection: whole('weather', '°', 0, 359),
  lux: real('light', 'lx', 0, 1000, 1),
  dimmer: real('light', '%', 0, 100, 0),
  level: whole('ventilation', 'level', 0, 18),
  output: real('ventilation', '%', 0, 100, 0),
  running: { ...whole('ventilation', 'bool', 0, 1), datatype: DataType.Boolean },
  water: real('water', 'L', 0, 1e6, 0),
  waterFlow: real('water', 'L/min', 0, 500, 1),
  waterMeter: { ...real('water', 'L', 0, 1e9, 0), datatype: DataType.Double, monotonic: true },
  feed: real('feed', 'kg', 0, 1e5, 1),
  silo: real('feed', 'kg', 0, 50_000, 0),
  auger: { ...whole('feed', 'bool', 0, 1), datatype: DataType.Boolean },
  birds: whole('birds', 'birds', 0, 500_000),
  dayAge: whole('birds', 'd', -7, 999),
  weight: real('weight', 'g', 0, 10_000, 0),
  uniformity: real('weight', '%', 0, 100, 1),
  eggs: whole('eggs', 'eggs', 0, 500_000),
  supply: { ...whole('power', 'bool', 0, 1), datatype: DataType.Boolean },
  energy: { ...real('power', 'kWh', 0, 1e9, 1), datatype: DataType.Double, monotonic: true },
  bits: { ...whole('io', 'bits', 0, 0xffffffff), datatype: DataType.UInt32 },
  /** up to the end of the year 9999 */
  clock: { ...whole('clock', 'time', 0, 253_402_300_799_999), datatype: DataType.DateTime },
} as const satisfies Record<string, Kind>

type Kind = Omit<MetricSignal, 'name' | 'label' | 'houseTypes'>

function real(quantity: Quantity, unit: Unit, low: number, high: number, decimals: number): Kind {
  return { datatype: DataType.Float, quantity, unit, low, high, decimals }
}

function whole(quantity: Quantity, unit: Unit, low: number, high: number): Kind {
  return { datatype: DataType.Int32, quantity, unit, low, high, decimals: 0 }
}

/** One metric of every house type; `extra` narrows it. */
export function metric(
  name: string,
  kind: keyof typeof kinds,
  zh: string,
  en: string,
  extra: Partial<MetricSignal> = {},
): MetricSignal {
  return { name, label: text(zh, en), houseTypes, ...kinds[kind], ...extra }
}

/** Metrics that differ by a number from 1; `#` stands for it in name and labels, `##` for two digits. */
export function numbered(
  count: number,
  name: string,
  kind: keyof typeof kinds,
  zh: string,
  en: string,
  extra: Partial<MetricSignal> = {},
): MetricSignal[] {
  return Array.from({ length: count }, (_, i) => {
    const at = (pattern: string) => numberedText(pattern, i + 1)
    return metric(at(name), kind, at(zh), at(en), extra)
  })
}

/** Inserts a number for `##` (two digits) or `#`. */
export function numberedText(pattern: string, index: number): string {
  return pattern.replace('##', String(index).padStart(2, '0')).replace('#', String(index))
}

/** A metric whose codes have names; its range is that of the codes. */
export function choice(choices: Choices): Partial<MetricSignal> {
  const codes = Object.keys(choices).map(Number)
  return { unit: 'enum', low: Math.min(...codes), high: Math.max(...codes), enum: choices }
}
