import { isSwitch, knownSignal } from '#shared/register-maps/is-switch.ts'
import { isOfAlarm, wireName } from '#shared/register-maps/register-map.ts'
import { type Field, type FieldValue, scaled, turnOf } from '#shared/register-maps/values.ts'
import { alarmByMetric, alarmOfLatch } from '#shared/signals.ts'
import { DataType, type MetricValue, type PropertySet } from '#shared/sparkplug/types.ts'

/** A value of a controller as it is announced. */
export interface Announced {
  name: string
  datatype: number
  decimals: number
  deadband: number
  properties: PropertySet
}

/** quality of a value: good, and no value */
const [GOOD, BAD] = [192, 0]
const quality = (value: number): PropertySet => ({ quality: { type: DataType.Int32, value } })
export const BAD_QUALITY = quality(BAD)

/** Smallest change worth a report of its own, where the last decimal is noise. */
const NOISE: Readonly<Record<string, number>> = { ppm: 10, Pa: 2, '%': 1, 'm³/h': 100, W: 10 }

/** How a field is announced; undefined for one that is only read for the gateway itself. */
export function announce(field: Field): Announced | undefined {
  const name = wireName(field)
  if (name === undefined) return undefined
  if (isOfAlarm(field)) return announceAlarm(name)
  const known = knownSignal(field)
  if (field.setting !== undefined && known) {
    const properties: PropertySet = { readOnly: { type: DataType.Boolean, value: false } }
    return { name, datatype: known.datatype, decimals: known.decimals, deadband: 0, properties }
  }
  const unit = known?.unit ?? field.unit ?? ''
  const decimals = known?.decimals ?? field.decimals ?? 0
  const [low, high] = known ? [known.low, known.high] : rangeOf(field)
  const datatype = known?.datatype ?? ownType(field)
  const isReal = datatype === DataType.Float || datatype === DataType.Double
  const noise = isReal || unit === 'ppm' ? (NOISE[unit] ?? 10 ** -decimals) : 0
  return {
    name,
    datatype,
    decimals,
    deadband: field.deadband ?? noise,
    properties: {
      engUnit: { type: DataType.String, value: unit },
      engLow: { type: DataType.Double, value: low },
      engHigh: { type: DataType.Double, value: high },
      decimals: { type: DataType.Int32, value: decimals },
      ...quality(GOOD),
    },
  }
}

/** An alarm of the signal model, or the latch of one. */
export function announceAlarm(name: string): Announced {
  const severity = alarmByMetric.get(alarmOfLatch(name))?.severity ?? 'warning'
  return {
    name,
    datatype: DataType.Boolean,
    decimals: 0,
    deadband: 0,
    properties: { severity: { type: DataType.String, value: severity } },
  }
}

/** Whole numbers of a metric of its own stay whole; what is scaled has decimals. */
function ownType(field: Field): number {
  if (isSwitch(field)) return DataType.Boolean
  if (field.type.endsWith('64') || field.wraps) return DataType.Double
  return field.type.endsWith('32') && !field.type.startsWith('float') ? DataType.Double : DataType.Float
}

/** The range of a metric of its own: as the map says, else what its register can hold. */
function rangeOf(field: Field): [low: number, high: number] {
  if (isSwitch(field)) return [0, 1]
  const full = turnOf(field.type) - 1
  const ends = [scaled(field, 0), scaled(field, full)]
  const [least, most] = field.type.startsWith('float') ? [-1e6, 1e6] : [Math.min(...ends), Math.max(...ends)]
  const signed = field.type.startsWith('int') ? -most : least
  return [field.low ?? signed, field.high ?? (field.wraps ? Math.max(most, 1e9) : most)]
}

/** A value as sent: numbers rounded to the decimals of their metric, whole ones of a Boolean as such. */
export function wireValue({ datatype, decimals }: Announced, value: FieldValue): MetricValue {
  if (value === null) return null
  if (datatype === DataType.Boolean) return Boolean(value)
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string') return value
  const isWhole = datatype !== DataType.Float && datatype !== DataType.Double
  return isWhole ? Math.round(value) : Number(value.toFixed(decimals))
}
