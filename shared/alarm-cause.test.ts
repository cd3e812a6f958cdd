import { expect, test } from 'vitest'
import { adviceOf, causeOf } from './alarm-cause.ts'

const MINUTE = 60_000
const at = (minute: number, code: string) => ({ code, since: minute * MINUTE })

test('a fan group that stopped before the house warmed up is the cause', () => {
  expect(causeOf([at(57, 'HighTemp'), at(55, 'FanGroupFault4')])).toEqual({
    kind: 'FanGroupFault',
    since: 55 * MINUTE,
    numbers: [4],
  })
})

test('a fan group that stopped long after the house was hot is not', () => {
  expect(causeOf([at(10, 'HighTemp'), at(55, 'FanGroupFault4')])).toBeNull()
})

test('a power failure explains the fans that stopped, not the other way round', () => {
  const alarms = [at(3, 'FanGroupFault1'), at(3, 'FanGroupFault2'), at(2, 'PowerFail'), at(9, 'HighCO2')]
  expect(causeOf(alarms)?.kind).toBe('PowerFail')
})

test('without mains and generator what stops is told as that, and the way to save the birds comes first', () => {
  const failure = [at(2.5, 'PowerFail'), at(2, 'GeneratorNotRunning'), at(4, 'HighTemp'), at(3, 'WaterNone')]
  for (const alarm of failure) {
    const cause = causeOf(failure, [alarm])
    expect(cause?.kind ?? null).toBe(alarm.code === 'GeneratorNotRunning' ? null : 'GeneratorNotRunning')
    expect(adviceOf(alarm.code, cause, 'en-US', 'UTC')).toMatch(
      /There is no ventilation: open the emergency inlets and end doors at once, then start the generator by hand/,
    )
    expect(adviceOf(alarm.code, cause, 'zh-CN', 'UTC')).toMatch(
      /请立即打开应急通风口和两端大门，再手动启动发电机/,
    )
  }
})

test('several groups that failed are all named, with the start of the first', () => {
  expect(causeOf([at(5, 'FanGroupFault12'), at(4, 'FanGroupFault3'), at(9, 'HighNH3')])).toEqual({
    kind: 'FanGroupFault',
    since: 4 * MINUTE,
    numbers: [12, 3],
  })
})

test('a broken heater explains cold, never heat', () => {
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'LowTemp')])?.kind).toBe('HeaterFault')
  expect(causeOf([at(1, 'HeaterFault'), at(9, 'HighTemp')])).toBeNull()
})

test('a single alarm has no known cause', () => {
  expect(causeOf([at(5, 'FanGroupFault4')])).toBeNull()
  expect(causeOf([at(5, 'SiloLow')])).toBeNull()
  expect(causeOf([])).toBeNull()
})

test('emergency ventilation in a power failure comes from the mains, though the controller reported it first', () => {
  const failure = [at(2, 'EmergencyVent'), at(2.5, 'PowerFail')]
  expect(causeOf(failure)).toEqual({ kind: 'PowerFail', since: 2.5 * MINUTE, numbers: [] })
})

test('of several alarms in a house each has its own cause', () => {
  const [power, cold, heater, silo] = [
    at(9, 'PowerFail'),
    at(2, 'LowTemp'),
    at(1, 'HeaterFault'),
    at(9, 'SiloLow'),
  ] as const
  const standing = [power, cold, heater, silo].filter(alarm => alarm !== undefined)
  const causes = standing.map(alarm => causeOf(standing, [alarm])?.kind ?? null)
  expect(causes).toEqual([null, 'HeaterFault', null, null])
})

test('advice names the cause and what to check first; without a cause, what to check at the alarm itself', () => {
  const power = { kind: 'PowerFail', since: Date.parse('2026-11-20T18:10:00Z'), numbers: [] } as const
  const fans = { kind: 'FanGroupFault', since: power.since, numbers: [3, 4] } as const
  const say = (code: string, cause: Parameters<typeof adviceOf>[1]) => [
    adviceOf(code, cause, 'en-US', 'Asia/Shanghai'),
    adviceOf(code, cause, 'zh-CN', 'Asia/Shanghai'),
  ]
  expect(say('EmergencyVent', { ...power, numbers: [] })).toEqual([
    'Likely cause: the mains failed at 02:10. Check supply and generator first, and open the emergency inlets.',
    '可能原因：02:10 市电中断。请先检查供电和发电机，并打开应急通风口。',
  ])
  expect(say('HighTemp', { ...fans, numbers: [...fans.numbers] })).toEqual([
    'Likely cause: fan groups 3–4 stopped at 02:10. Check breaker and belt of the fans first.',
    '可能原因：风机组 3–4 于 02:10 停转。请先检查风机的断路器和皮带。',
  ])
  expect(say('PowerFail', null)[0]).toBe('Check supply and generator first, and open the emergency inlets.')
  expect(say('FanGroupFault7', null)[0]).toBe('Check breaker and belt of the fans first.')
  expect(say('SomethingOfAnotherMaker', null)).toEqual([null, null])
})
