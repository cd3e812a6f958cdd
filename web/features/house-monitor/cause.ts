/** An alarm that stands, by its code, since ms. */
export interface StandingAlarm {
  code: string
  since: number
}

/** What most likely set the others off: its kind, since when, and the number of what failed. */
export interface Cause {
  key: 'power' | 'phase' | 'fan' | 'pad' | 'inlet' | 'heater' | 'sensor' | 'controller'
  since: number
  numbers: number[]
}

interface Rule {
  key: Cause['key']
  /** Code of the alarm that is the cause, without its number. */
  cause: string
  /** Alarms that follow from it. */
  effects: readonly string[]
}

const HEAT = ['HighTemp', 'AbsHighTemp', 'TemperatureHigh', 'TemperatureAbsolute']
const COLD = ['LowTemp', 'TemperatureLow']
const BAD_AIR = ['HighCO2', 'HighNH3', 'HighHum']

/** The first rule that holds is the cause: what stops most comes first. */
const rules: readonly Rule[] = [
  {
    key: 'power',
    cause: 'PowerFail',
    effects: [...HEAT, ...BAD_AIR, ...COLD, 'FanGroupFault', 'WaterNone', 'LightFault', 'PressureLow'],
  },
  { key: 'phase', cause: 'PhaseLoss', effects: [...HEAT, ...BAD_AIR, 'FanGroupFault', 'PadPumpFault'] },
  { key: 'fan', cause: 'FanGroupFault', effects: [...HEAT, ...BAD_AIR, 'PressureLow'] },
  { key: 'pad', cause: 'PadPumpFault', effects: HEAT },
  { key: 'inlet', cause: 'InletStuck', effects: [...HEAT, ...BAD_AIR, 'PressureHigh', 'PressureLow'] },
  { key: 'heater', cause: 'HeaterFault', effects: [...COLD, 'HighHum'] },
  { key: 'sensor', cause: 'SensorTemp', effects: ['HighTemp', 'LowTemp', 'EmergencyVent'] },
  { key: 'controller', cause: 'ControllerRestart', effects: ['EmergencyVent', 'CommLost'] },
]

const NUMBERED = /^(FanGroupFault|SensorTemp)(\d+)$/
const kindOf = (code: string) => NUMBERED.exec(code)?.[1] ?? code
const numberIn = (code: string) => Number(NUMBERED.exec(code)?.[2] ?? 0)
/** Controllers look at their alarms in turn: one that is told a little later may still be the cause. ms */
const TOGETHER = 60_000

/**
 * The alarm that explains others: it stood before them and is known to lead to them. Null when none does, since a
 * wrong cause sends people to the wrong place.
 */
export function causeOf(standing: readonly StandingAlarm[]): Cause | null {
  for (const { key, cause, effects } of rules) {
    const causes = standing.filter(({ code }) => kindOf(code) === cause)
    if (causes.length === 0) continue
    const since = Math.min(...causes.map(alarm => alarm.since))
    const follows = standing.some(
      alarm => effects.includes(kindOf(alarm.code)) && alarm.since + TOGETHER >= since,
    )
    if (follows) return { key, since, numbers: causes.map(({ code }) => numberIn(code)).filter(n => n > 0) }
  }
  return null
}
