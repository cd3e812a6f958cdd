import { measureOfAlarm } from '#shared/alarms.ts'
import { unitWord } from '#shared/signals.ts'
import { numberFor, type Reader } from '#shared/units.ts'

const metricUnitOf = (code: string): string => measureOfAlarm(code)?.unit ?? ''

/** The value an alarm is about, as a number in the reader's file. */
export const alarmAmount = (code: string, value: number | null, { units }: Reader): number | null =>
  value === null ? null : numberFor(value, metricUnitOf(code), units)

/** The unit of such numbers; empty if they have none. */
export const alarmUnit = (code: string, reader: Reader): string => unitWord(metricUnitOf(code), reader)
