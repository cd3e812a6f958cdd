import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { Facts } from './facts.ts'

/** Codes of `Fan/Gnn/State`. */
export const FAN = { on: 1, cycleOn: 2, cycleOff: 3, fault: 4, byHand: 5 }
/** Codes of `Vent/Mode`. */
export const MODE = { off: 0, tunnel: 4, byHand: 5, emergency: 6 }
/** Codes of `Settings/IO/DInn/Function`. */
export const INPUT = { overload: 4, phaseLoss: 5, powerFailure: 6, door: 7 }

export const HOUSE_MODE = 'Settings/Flock/HouseMode'

export const FANS: readonly string[] = Array.from(
  { length: 12 },
  (_, i) => `Fan/G${String(i + 1).padStart(2, '0')}/State`,
)
export const SPEEDS: readonly string[] = ['Fan/VarSpeed1/Output', 'Fan/VarSpeed2/Output']
export const LIGHTS: readonly string[] = ['Light/Lux/S1', 'Light/Lux/S2']
export const INPUTS = 'IO/DI/Bitmap'

/** A state that peers send as Boolean or as number. */
export const isOn = (value: MetricValue | undefined): boolean => value === true || value === 1

/** Output above which a variable-speed fan moves air. % */
const TURNING = 20

/** Whether fans run steadily: `pausing` by the timer, `off`, or null when nothing says so. */
export function fansNow({ number }: Pick<Facts, 'number'>): 'on' | 'pausing' | 'off' | null {
  const states = FANS.map(number).filter(value => value !== null)
  const speeds = SPEEDS.map(number).filter(value => value !== null)
  if (states.includes(FAN.on) || speeds.some(value => value > TURNING)) return 'on'
  if (states.includes(FAN.cycleOn) || states.includes(FAN.cycleOff)) return 'pausing'
  return states.length + speeds.length > 0 ? 'off' : null
}

export const WETTING: readonly string[] = ['Cool/Pad/State', 'Cool/Fogger/State']
/** Pads stay wet between two runs of their pump, and give off what they hold afterwards. ms */
const DRYING = 1_800_000

/** Whether pads or fog make it humid on purpose, or did so just now. */
export function isWetted({ read, courses }: Pick<Facts, 'read' | 'courses'>): boolean {
  return WETTING.some(metric => {
    const course = courses?.get(metric)
    return isOn(read(metric)) || (course?.hasMoved && course.at - course.since < DRYING)
  })
}

/** A tunnel door that is open further than this lets the air in. % */
const AJAR = 5

/** Whether fans pull the air along the house, by its door where that is told, else by the mode. */
export function isTunnel({ number }: Pick<Facts, 'number'>): boolean {
  const door = number('Inlet/Tunnel/Position')
  return door === null ? number('Vent/Mode') === MODE.tunnel : door > AJAR
}

/** lx below which birds take it for night. */
export const DARK = 0.5

/** Whether the light is on; null where no sensor tells. */
export function isLit({ number }: Pick<Facts, 'number'>): boolean | null {
  const told = LIGHTS.map(number).filter(value => value !== null)
  return told.length === 0 ? null : told.some(value => value > DARK)
}

/** Hours in which birds are awake wherever no light sensor tells. */
const DAYTIME = { from: 8, until: 18 }
/** Whether it is day in this hour by the house's clock. */
export const isDaytime = (hour: number): boolean => hour >= DAYTIME.from && hour < DAYTIME.until

/** Whether birds are awake. */
export const isAwake = (facts: Facts): boolean => facts.once(isLit) ?? isDaytime(facts.hour)

/** By function: whether a digital input that has it is active. */
function inputsNow({ number }: Facts): ReadonlyMap<number, boolean> {
  const now = new Map<number, boolean>()
  const bits = number(INPUTS)
  for (let i = 0; bits !== null && i < 16; i++) {
    const code = number(`Settings/IO/DI${i + 1}/Function`)
    const isActive = Math.floor(bits / 2 ** i) % 2 === 1
    if (code !== null) now.set(code, isActive || now.get(code) === true)
  }
  return now
}

/** Whether a digital input with this function is active; null where no input has it. */
export const inputNow = (facts: Facts, code: number): boolean | null =>
  facts.once(inputsNow).get(code) ?? null
