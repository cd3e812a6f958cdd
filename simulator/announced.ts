import type { AlarmSignal, HouseType, MetricSignal } from '#shared/signals.ts'
import { alarms, LATCHED, metricsFor, settingGroups, settingsInGroup } from '#shared/signals.ts'
import type { MetricValue, PropertySet } from '#shared/sparkplug/types.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { latching } from './alarm-timers.ts'

/** A metric of a house controller with its alias on the wire. */
export interface Announced {
  name: string
  alias: number
  datatype: number
  properties: PropertySet | undefined
  /** change from which it is reported between snapshots; 0: any change, infinite: never by itself */
  deadband: number
  /** 10 to the power of the decimals reported */
  precision: number
}

/** quality of a value: good, and no value */
const GOOD = 192
const BAD = 0

const INFINITE = Number.POSITIVE_INFINITY

/** Change worth a report, in units of the metric, if one step of the last decimal is too little. */
const DEADBANDS: Readonly<Record<string, number>> = {
  'Climate/Temp/Outdoor': 0.2,
  'Air/AirFlow': 200,
  'Air/WindSpeedIn': 0.05,
  'Weather/WindSpeed': 0.4,
  'Weather/WindDir': 10,
  'Water/Meter1/Total': 5,
  'Water/Today': 5,
  'Cool/WaterToday': 5,
  'Feed/Today': 2,
  'Feed/Silo1/Weight': 5,
  'Feed/Silo2/Weight': 5,
  'Power/EnergyTotal': 0.5,
  'IO/DI/Bitmap': INFINITE,
  'Clock/ControllerTime': INFINITE,
}

function deadbandOf(signal: MetricSignal): number {
  const known = DEADBANDS[signal.name]
  if (known !== undefined) return known
  if (signal.name.startsWith('Air/CO2/')) return 30
  if (signal.name.startsWith('Air/NH3/')) return 0.3
  if (signal.name.startsWith('Air/Pressure/') || signal.name.startsWith('Climate/Hum/')) return 2
  // probes are noisy in their last digit
  if (signal.name.startsWith('Climate/Temp/S')) return 0.2
  if (signal.datatype !== DataType.Float) return 0
  return 10 ** -signal.decimals
}

const ALARM_ALIAS = 1000
const LATCH_ALIAS = 1500
const SETTING_ALIAS = 2000
const BOOKKEEPING_ALIAS = 9000

const announcedFor = new Map<HouseType, readonly Announced[]>()

/** The metrics that a controller in a house of a type announces, in a fixed order. */
export function announcedMetrics(type: HouseType): readonly Announced[] {
  const known = announcedFor.get(type)
  if (known) return known
  const values = metricsFor(type).map(
    (signal, i): Announced => ({
      name: signal.name,
      alias: i + 1,
      datatype: signal.datatype,
      properties: propertiesOf(signal),
      deadband: deadbandOf(signal),
      precision: 10 ** signal.decimals,
    }),
  )
  const said = alarms.filter(alarm => alarm.houseTypes.includes(type))
  const warnings = said.map((alarm, i) => ofAlarm(alarm.metric, ALARM_ALIAS + i, alarm))
  const latches = said.flatMap((alarm, i) =>
    latching.has(alarm.code) ? ofAlarm(`${LATCHED}${alarm.code}`, LATCH_ALIAS + i, alarm) : [],
  )
  const all = [...values, ...warnings, ...latches]
  announcedFor.set(type, all)
  return all
}

const ofAlarm = (name: string, alias: number, { severity }: AlarmSignal): Announced => ({
  name,
  alias,
  datatype: DataType.Boolean,
  properties: { severity: { type: DataType.String, value: severity } },
  deadband: 0,
  precision: 1,
})

function propertiesOf(signal: Pick<MetricSignal, 'unit' | 'low' | 'high' | 'decimals'>): PropertySet {
  return {
    engUnit: { type: DataType.String, value: signal.unit },
    engLow: { type: DataType.Double, value: signal.low },
    engHigh: { type: DataType.Double, value: signal.high },
    decimals: { type: DataType.Int32, value: signal.decimals },
    quality: { type: DataType.Int32, value: GOOD },
  }
}

/** Properties that mark a value as unreliable. */
export const BAD_QUALITY: PropertySet = { quality: { type: DataType.Int32, value: BAD } }

/** How settings are announced, by name. Their ranges and units are those of the signal model. */
const settingsByName = new Map<string, Announced>()
const settingNames = new Map<number, string>()

for (const [i, signal] of settingGroups.flatMap(group => settingsInGroup(group.key)).entries()) {
  const alias = SETTING_ALIAS + i
  settingNames.set(alias, signal.name)
  settingsByName.set(signal.name, {
    name: signal.name,
    alias,
    datatype: signal.datatype,
    properties: { readOnly: { type: DataType.Boolean, value: false } },
    deadband: 0,
    precision: 10 ** signal.decimals,
  })
}

/** How a setting is announced; undefined if there is none of this name. */
export function announcedSetting(name: string): Announced | undefined {
  return settingsByName.get(name)
}

/** The setting behind an alias. */
export function settingOfAlias(alias: number): string | undefined {
  return settingNames.get(alias)
}

/** What a controller reports about commands and the version of its settings. */
export const bookkeepingMetrics: Readonly<Record<string, Pick<Announced, 'alias' | 'datatype'>>> = {
  'Settings/Version': { alias: BOOKKEEPING_ALIAS, datatype: DataType.Int64 },
  'Command/LastId': { alias: BOOKKEEPING_ALIAS + 1, datatype: DataType.String },
  'Command/Result': { alias: BOOKKEEPING_ALIAS + 2, datatype: DataType.Int32 },
  'Command/Message': { alias: BOOKKEEPING_ALIAS + 3, datatype: DataType.String },
  'Command/Returns': { alias: BOOKKEEPING_ALIAS + 4, datatype: DataType.String },
}

/** A value as reported: numbers rounded to the decimals of their metric. */
export function rounded(metric: Announced, value: MetricValue): MetricValue {
  if (typeof value !== 'number') return value
  return Math.round(value * metric.precision) / metric.precision
}
