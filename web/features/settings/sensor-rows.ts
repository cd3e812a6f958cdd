import { type MetricSignal, metricByName, type SettingSignal, settingByName } from '#shared/signals.ts'

/** What a correction is added to, by the part of its name between `Sensor/` and the number. */
const measures: Readonly<Record<string, string>> = {
  T: 'Climate/Temp/S',
  H: 'Climate/Hum/S',
  CO2: 'Air/CO2/S',
  NH3: 'Air/NH3/S',
  P: 'Air/Pressure/S',
  Lux: 'Light/Lux/S',
}
const CORRECTION = /^Settings\/Sensor\/(T|H|CO2|NH3|P|Lux)(\d*)\/Correction$/

/** A sensor with the setting that corrects it and the metric with the result. */
export interface SensorRow {
  correction: SettingSignal
  metric: MetricSignal
}

/** The sensors whose correction is among these settings, as the controller numbers them. */
export function sensorRows(names: Iterable<string>): SensorRow[] {
  const kinds = Object.keys(measures)
  const kindOf = (name: string) => kinds.indexOf(CORRECTION.exec(name)?.[1] ?? '')
  const inOrder = [...names].toSorted((a, b) => kindOf(a) - kindOf(b) || a.localeCompare(b))
  return inOrder.flatMap(name => {
    const [, kind = '', number] = CORRECTION.exec(name) ?? []
    const [correction, metric] = [settingByName(name), metricByName.get(`${measures[kind]}${number || 1}`)]
    return correction && metric ? [{ correction, metric }] : []
  })
}
