import { COLD, HEAT, kindOf } from '../alarm-cause.ts'

const FORESEEN: readonly string[] = [
  'PowerFail',
  'GeneratorNotRunning',
  'PhaseLoss',
  'FanGroupFault',
  'VentilationOff',
  ...HEAT,
  ...COLD,
]

/** Whether the house's model can say what comes of an alarm. */
export const isForeseen = (code: string): boolean => FORESEEN.includes(kindOf(code))
