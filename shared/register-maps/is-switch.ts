import { metricByName, settingByName } from '../signals.ts'
import { DataType } from '../sparkplug/types.ts'
import { isOfAlarm } from './register-map.ts'
import { isBitTable } from './registers.ts'
import type { Field } from './values.ts'

/** What the signal model has of a field; undefined for a metric of the map's own. */
export const knownSignal = ({ metric = '', setting = '' }: Field) =>
  metricByName.get(metric) ?? settingByName(setting)

const isSingleBit = ({ table, bits }: Field) =>
  isBitTable(table) || typeof bits === 'number' || (Array.isArray(bits) && bits[0] === bits[1])

/** Whether a field is a switch, on or off. */
export function isSwitch(field: Field): boolean {
  if (isOfAlarm(field) || field.lock !== undefined) return true
  const known = knownSignal(field)
  return known ? known.datatype === DataType.Boolean : isSingleBit(field) && !field.codes
}
