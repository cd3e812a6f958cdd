import { z } from 'zod'
import { faultOf } from './faults.ts'

/** An alarm by its code; `since` in ms since 1970. */
export interface AlarmSince {
  code: string
  since: number
}

export const HEAT = ['HighTemp', 'AbsHighTemp', 'TemperatureRising']
export const COLD = ['LowTemp']
const BAD_AIR = ['HighCO2', 'HighNH3', 'HighHum']
export const SILENT = ['NoData', 'Offline', 'CommLost']
const FAN = 'FanGroupFault'

/** What follows when nothing in the house has power. */
const WITHOUT_POWER = [
  ...HEAT,
  ...BAD_AIR,
  ...COLD,
  ...SILENT,
  FAN,
  'EmergencyVent',
  'PhaseLoss',
  'PadPumpFault',
  'HeaterFault',
  'WaterNone',
  'WaterLow',
  'LightFault',
  'PressureLow',
  'VentilationOff',
] as const

/** What each kind of alarm leads to. The first match is the cause: those that stop the most come first. */
const effects = {
  GeneratorNotRunning: ['PowerFail', ...WITHOUT_POWER],
  PowerFail: WITHOUT_POWER,
  PhaseLoss: [...HEAT, ...BAD_AIR, FAN, 'EmergencyVent', 'PadPumpFault'],
  FanGroupFault: [...HEAT, ...BAD_AIR, 'EmergencyVent', 'PressureLow'],
  PadPumpFault: HEAT,
  InletStuck: [...HEAT, ...BAD_AIR, 'EmergencyVent', 'PressureHigh', 'PressureLow'],
  HeaterFault: [...COLD, 'HighHum'],
  SensorTemp: ['HighTemp', 'LowTemp', 'ProbesApart', 'EmergencyVent'],
  ControllerRestart: ['EmergencyVent', 'CommLost'],
} as const satisfies Record<string, readonly string[]>
const kinds = Object.keys(effects) as (keyof typeof effects)[]

/** The likely cause of an alarm: which kind of alarm set it off, since when, and the numbers of what failed. */
export const LikelyCause = z.object({
  kind: z.enum(kinds),
  /** ms since 1970 */
  since: z.number(),
  numbers: z.array(z.number().int()),
})
export type LikelyCause = z.infer<typeof LikelyCause>

const NUMBERED = /^(FanGroupFault|SensorTemp)(\d+)$/
/** An alarm of the platform is of the kind that the controller has a name for. */
export const kindOf = (code: string) => faultOf(code) ?? code
const numberIn = (code: string) => Number(NUMBERED.exec(code)?.[2] ?? 0)
/** Controllers check their alarms in turn: one reported slightly later may still be the cause. ms */
export const TOGETHER_MS = 60_000

/**
 * The alarm in a house that explains `explained`, or any of the active ones: it was active before and is known to lead to
 * it. Null when none does, since a wrong cause sends people to the wrong place.
 */
export function causeOf(
  standing: readonly AlarmSince[],
  explained: readonly AlarmSince[] = standing,
): LikelyCause | null {
  for (const kind of kinds) {
    const causes = standing.filter(({ code }) => kindOf(code) === kind)
    if (causes.length === 0) continue
    const since = Math.min(...causes.map(alarm => alarm.since))
    const led: readonly string[] = effects[kind]
    const follows = explained.some(
      ({ code, since: at }) => led.includes(kindOf(code)) && at + TOGETHER_MS >= since,
    )
    if (follows) return { kind, since, numbers: causes.map(({ code }) => numberIn(code)).filter(n => n > 0) }
  }
  return null
}
