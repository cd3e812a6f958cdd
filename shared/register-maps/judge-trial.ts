import type { Language } from '../text.ts'
import { type DescribedRegister, describeRegister } from './check-map.ts'
import { readDocument } from './documents.ts'
import { isSwitch, knownSignal } from './is-switch.ts'
import { RegisterMap, wireName } from './register-map.ts'
import type { FieldAnswer, TrialVerdict } from './trial.ts'
import { type Field, type FieldValue, fieldsOf, meaningOf } from './values.ts'

/** A register of a map as the device answered. */
export interface TriedRegister extends DescribedRegister {
  /** as they came, unsigned; none without an answer */
  words: number[]
  value: FieldValue
  verdict: TrialVerdict
  /** name in the signal model, or of the map's own */
  name: string | null
}

/**
 * What a device's answer means by a map.
 * @param yaml the map that was asked with
 * @throws DocumentError if it has a fault
 */
export function judgeTrial(
  yaml: string,
  answers: readonly FieldAnswer[],
  language: Language,
): TriedRegister[] {
  const { value: map } = readDocument(yaml, RegisterMap, '')
  return fieldsOf(map).map((field, i) => {
    const answer = answers[i] ?? 'unread'
    const described = { ...describeRegister(field, language), name: wireName(field) ?? null }
    if (typeof answer === 'string') return { ...described, words: [], value: null, verdict: answer }
    const value = meaningOf(field, answer, isSwitch(field))
    return { ...described, words: answer, value, verdict: verdictOn(field, value) }
  })
}

function verdictOn(field: Field, value: FieldValue): TrialVerdict {
  if (value === null) return 'none'
  if (typeof value !== 'number') return 'good'
  // Of the numbered metrics of the model each number has the same range.
  const known = knownSignal({ ...field, metric: field.metric?.replace('#', '1') })
  if (known && (value < known.low || value > known.high)) return 'beyond'
  return value === 0 && field.metric !== undefined && !field.codes ? 'zero' : 'good'
}
