import { expect, test } from 'vitest'
import { settingRisks, standingRisks } from './setting-risks.ts'
import { type SettingDocument, type SettingProblem, sayProblem } from './signals.ts'
import { safetyHouse } from './testing/safety-house.ts'

const { house, told } = safetyHouse('layer', 238)
const pullets = safetyHouse('pullet', 60)

interface Case {
  at?: typeof pullets
  stands: SettingDocument
  nearer: SettingDocument
  further: SettingDocument
}

/** What stands outside, a value nearer to the safe range but still outside, and one further away. */
const cases: Record<string, Case> = {
  'a probe that is corrected too far': {
    stands: { 'Settings/Sensor/NH31/Correction': -10 },
    nearer: { 'Settings/Sensor/NH31/Correction': -5 },
    further: { 'Settings/Sensor/NH31/Correction': -12 },
  },
  'a target far above the standard': {
    stands: { 'Settings/Temp/TargetOffset': 5 },
    nearer: { 'Settings/Temp/TargetOffset': 4 },
    further: { 'Settings/Temp/TargetOffset': 4.9, 'Settings/Temp/Curve/P10/Target': 30 },
  },
  'an age that is not that of the birds': {
    at: pullets,
    stands: { 'Settings/Flock/DayAge': 70 },
    nearer: { 'Settings/Flock/DayAge': 66 },
    further: { 'Settings/Flock/DayAge': 80 },
  },
  'fans that rest for too long': {
    stands: { 'Settings/Vent/L01/CycleOn': 60, 'Settings/Vent/L01/CycleOff': 1_800 },
    nearer: { 'Settings/Vent/L01/CycleOff': 1_200 },
    further: { 'Settings/Vent/L01/CycleOff': 3_600 },
  },
  'an alarm that rings too late': {
    stands: { 'Settings/Alarm/Delay': 600 },
    nearer: { 'Settings/Alarm/Delay': 300 },
    further: { 'Settings/Alarm/Delay': 900 },
  },
}

/** Whether each risk of a change is said to be better than what stands. */
const better = (risks: readonly SettingProblem[]) => risks.map(({ isBetter = false }) => isBetter)

test.each(Object.entries(cases))('%s: nearer to safe still asks, and is called better', (_, one) => {
  const at = one.at ?? { house, told }
  const now = { ...at.told, ...one.stands }
  const risks = settingRisks(now, one.nearer, at.house)
  expect(risks.length).toBeGreaterThan(0)
  expect(new Set(better(risks))).toEqual(new Set([true]))
  expect(sayProblem(risks[0] as SettingProblem, { language: 'en-US', units: 'metric' })).toContain(
    'better than now',
  )
})

test.each(Object.entries(cases))('%s: further away, and from safe to unsafe, is not', (_, one) => {
  const at = one.at ?? { house, told }
  for (const [now, wanted] of [
    [{ ...at.told, ...one.stands }, one.further],
    [at.told, one.stands],
  ] as const) {
    const risks = settingRisks(now, wanted, at.house)
    expect(risks.length).toBeGreaterThan(0)
    expect(better(risks)).toContain(false)
  }
})

test('from one side of the safe range to the other is no step towards it', () => {
  const name = 'Settings/Sensor/T1/Correction'
  const risks = settingRisks({ ...told, [name]: -4 }, { [name]: 3 }, house)
  expect(risks).toMatchObject([{ field: name, message: 'risk.high' }])
  expect(better(risks)).toEqual([false])
})

test('a mode that stops the fans is never better than another', () => {
  const name = 'Settings/Flock/HouseMode'
  expect(better(settingRisks({ ...told, [name]: 4 }, { [name]: 0 }, house))).toEqual([false])
})

test('what stands outside is named by the day of age of its point', () => {
  const name = 'Settings/Temp/Curve/P10/Target'
  const now: SettingDocument = { ...told, [name]: 35 }
  expect(standingRisks(now, house).find(({ field }) => field === name)?.day).toBe(
    now['Settings/Temp/Curve/P10/Day'],
  )
})
