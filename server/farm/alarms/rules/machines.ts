import type { PlatformCode } from '#shared/alarms.ts'
import type { Facts } from './facts.ts'
import {
  above,
  below,
  birdRule,
  type Judgement,
  MINUTE,
  platformRule,
  type Rule,
  SECOND,
  state,
} from './rule.ts'
import { FAN, FANS, fansNow, INPUT, INPUTS, inputNow, isOn, MODE, SPEEDS } from './states.ts'

const MAINS = 'Power/MainsOk'
const GENERATOR = 'Power/GeneratorOn'
const PRESSURE = ['Air/Pressure/S1', 'Air/Pressure/S2']
/** Pa beyond which air no longer comes in where it should (husbandry data, limits of alarms). */
const MOST_PRESSURE = 60
const LEAST_PRESSURE = 5
/** Fans that have just started need a while to build up pressure. */
const SETTLING = 120 * SECOND

/** Doors and gusts make a single reading worth nothing. */
const patientRule = (...rule: Parameters<typeof birdRule>): Rule => ({
  ...birdRule(...rule),
  waitsForReport: true,
})

const pressureHigh = patientRule('StaticPressureHigh', PRESSURE, ({ number }) => {
  const told = PRESSURE.map(number).filter(value => value !== null)
  if (told.length === 0) return null
  const value = Math.max(...told)
  return above({ code: 'StaticPressureHigh', value, limit: MOST_PRESSURE, margin: 2, delayMs: MINUTE })
})

/** Only while fans run steadily: a timer pauses them most of the time, and then there is no pressure to watch. */
const pressureLow = patientRule('StaticPressureLow', [...PRESSURE, ...FANS, ...SPEEDS], facts => {
  const told = PRESSURE.map(facts.number).filter(value => value !== null)
  if (told.length === 0 || fansNow(facts) !== 'on') return null
  const value = Math.max(...told)
  return below({ code: 'StaticPressureLow', value, limit: LEAST_PRESSURE, margin: 1, delayMs: SETTLING })
})

const isMainsLost = ({ read }: Facts) => read(MAINS) === false || read(MAINS) === 0

/** Whether the mains are lost, by the controller or by an input; null where neither tells. */
function mainsOut(facts: Facts): boolean | null {
  const input = inputNow(facts, INPUT.powerFailure)
  if (facts.read(MAINS) === undefined && input === null) return null
  return isMainsLost(facts) || input === true
}

/** In an empty house nobody dies of it in the night. */
const milderWhenEmpty = (judged: Judgement, { ageDays }: Facts): Judgement =>
  ageDays === null
    ? { ...judged, steps: judged.steps.map(step => ({ ...step, level: 'warning' as const })) }
    : judged

/** On its generator a house has air, and somebody must come all the same; without one birds suffocate within half an hour. */
const mainsLost = platformRule('MainsLost', [MAINS, GENERATOR, INPUTS], facts => {
  const isOut = mainsOut(facts)
  if (isOut === null) return null
  const isBare = isOut && !isOn(facts.read(GENERATOR))
  const { steps, ...judged } = state('MainsLost', isOut, 30 * SECOND)
  const byLevel = steps.flatMap(step => [
    { ...step, level: 'critical' as const },
    { ...step, breach: isBare, back: !isBare },
  ])
  return milderWhenEmpty({ ...judged, steps: byLevel }, facts)
})

/** A generator starts and takes the load well within a minute; only where the device tells of one. */
const generatorNotRunning = platformRule('GeneratorNotRunning', [MAINS, GENERATOR, INPUTS], facts => {
  const told = facts.read(GENERATOR)
  const isOut = mainsOut(facts)
  if (isOut === null || (typeof told !== 'boolean' && typeof told !== 'number')) return null
  return milderWhenEmpty(state('GeneratorNotRunning', isOut && !isOn(told), MINUTE), facts)
})

const inputRule = (code: PlatformCode, input: number, delayMs: number): Rule =>
  birdRule(code, [INPUTS], facts => {
    const isActive = inputNow(facts, input)
    return isActive === null ? null : state(code, isActive, delayMs)
  })

const fansFaulty = birdRule('FansFaulty', FANS, ({ number }) => {
  const states = FANS.map(number).filter(value => value !== null)
  return states.length === 0 ? null : state('FansFaulty', states.includes(FAN.fault), MINUTE)
})

const emergencyVentilation = birdRule('EmergencyVentilation', ['Vent/Mode'], ({ number }) => {
  const mode = number('Vent/Mode')
  return mode === null ? null : state('EmergencyVentilation', mode === MODE.emergency, 30 * SECOND)
})

/** Without power nothing runs anyway, and that has an alarm of its own. */
const ventilationOff = birdRule('VentilationOff', ['Vent/Mode', MAINS, GENERATOR, INPUTS], facts => {
  const mode = facts.number('Vent/Mode')
  if (mode === null || (mainsOut(facts) === true && !isOn(facts.read(GENERATOR)))) return null
  return state('VentilationOff', mode === MODE.off, 5 * MINUTE)
})

const manualMode = birdRule('ManualMode', ['Vent/Mode', ...FANS], ({ number }) => {
  const mode = number('Vent/Mode')
  const fans = FANS.map(number).filter(value => value !== null)
  if (mode === null && fans.length === 0) return null
  return state('ManualMode', mode === MODE.byHand || fans.includes(FAN.byHand), 15 * MINUTE)
})

export const machineRules: readonly Rule[] = [
  pressureHigh,
  pressureLow,
  mainsLost,
  generatorNotRunning,
  inputRule('PhaseMissing', INPUT.phaseLoss, 30 * SECOND),
  inputRule('MotorOverload', INPUT.overload, MINUTE),
  inputRule('DoorOpen', INPUT.door, 15 * MINUTE),
  fansFaulty,
  ventilationOff,
  emergencyVentilation,
  manualMode,
]
