import { COLD, HEAT, kindOf } from '../alarm-cause.ts'
import { meantBy } from '../rule-rationale.ts'

const FORESEEN: readonly string[] = [
  'PowerFail',
  'GeneratorNotRunning',
  'PhaseLoss',
  'FanGroupFault',
  'VentilationOff',
  ...HEAT,
  ...COLD,
]

/** Whether the house's model can say what comes of an alarm; a farm's own rule counts as the kind of ours that it means. */
export const isForeseen = (code: string): boolean => FORESEEN.includes(kindOf(meantBy(code)))
