import { DataType } from '../sparkplug/types.ts'
import { minutesOf } from './clock-time.ts'
import type { SettingDocument, SettingProblem, SettingSignal } from './setting.ts'
import { crossFieldProblems } from './setting-rules.ts'
import { settingByName } from './settings.ts'

/**
 * Checks a document of settings: every value by itself, then the rules between fields, which only see what the
 * document contains: pass the whole group.
 * @param reported what the controller has now, for the rules that compare with it
 * @returns every problem, none when the document may be sent
 */
export function checkSettings(document: SettingDocument, reported: SettingDocument = {}): SettingProblem[] {
  const single = Object.entries(document).flatMap(([field, value]) => {
    const signal = settingByName(field)
    const problem = signal ? valueProblem(signal, value) : { message: 'settings.unknown' }
    return problem ? [{ field, ...problem }] : []
  })
  return [...single, ...crossFieldProblems(document, reported)]
}

/** What is wrong with a value of this setting, if anything. */
function valueProblem(signal: SettingSignal, value: unknown): Omit<SettingProblem, 'field'> | undefined {
  if (signal.datatype === DataType.Boolean)
    return typeof value === 'boolean' ? undefined : { message: 'settings.notYesNo' }
  if (signal.unit === 'HH:MM')
    return minutesOf(value) === undefined ? { message: 'settings.notClock' } : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) return { message: 'settings.notNumber' }
  if (signal.datatype !== DataType.Float && !Number.isInteger(value)) return { message: 'settings.notWhole' }
  if (signal.enum && !Object.hasOwn(signal.enum, value)) return { message: 'settings.notChoice' }
  if (value < signal.low) return { message: 'settings.low', values: { low: signal.low } }
  if (value > signal.high) return { message: 'settings.high', values: { high: signal.high } }
  return undefined
}
