import { expect, test } from 'vitest'
import { adviceOf, type Birds, outsideOf, sameBirds } from './alarm-advice.ts'
import type { LikelyCause } from './alarm-cause.ts'
import { platformAlarms } from './alarms.ts'
import { faultNames } from './faults.ts'
import { houseTypes } from './signals.ts'
import { targetsAt } from './standards/targets.ts'

const hens: Birds = { type: 'layer', age: 200, outside: 12 }
const say = (code: string, cause: LikelyCause | null, birds: Birds | null = hens) =>
  (['en-US', 'zh-CN'] as const).map(language =>
    adviceOf(code, cause, { language, timeZone: 'Asia/Shanghai', birds }),
  )
const since = Date.parse('2026-11-20T18:10:00Z')
const withoutPower: LikelyCause = { kind: 'PowerFail', since, numbers: [] }

test('advice names the cause and what to check first; without a cause, what to check at the alarm itself', () => {
  const [english, chinese] = say('EmergencyVent', withoutPower)
  expect(english).toMatch(
    /^Likely cause: the mains failed at 02:10\. Open the emergency inlets and both end doors at once/,
  )
  expect(chinese).toMatch(/^可能原因：02:10 市电中断。请立即打开应急通风口和两端大门/)
  expect(say('HighTemp', { kind: 'FanGroupFault', since, numbers: [3, 4] })).toEqual([
    'Likely cause: fan groups 3–4 stopped at 02:10. Check breaker and belt of the fans first.',
    '可能原因：风机组 3–4 于 02:10 停转。请先检查风机的断路器和皮带。',
  ])
  expect(say('FanGroupFault7', null)[0]).toBe('Check breaker and belt of the fans first.')
  expect(say('SomethingOfAnotherMaker', null)).toEqual([null, null])
})

const OPENS = /open the emergency inlets and both end doors at once|立即打开应急通风口和两端大门/i
const BOTH = /grown birds open.*chicks.*get heat|大鸡.*打开.*雏鸡.*加温/
const WARMS = /keep doors and inlets shut and bring heat|不要打开门窗，设法加温/i
const COOLS = /then the pads|再检查水帘|full tunnel|remove feed|停料|全开纵向/i
const SHUTS = /inlets (are )?(shut|closed)|进风口关好|关闭进风口/i
const AIRS_FIRST = /go in only once it is aired|换气之后人再进舍/i

/** Every alarm that a house may have, alone and as what follows a power failure. */
const codes = [...new Set([...Object.keys(platformAlarms), ...Object.keys(faultNames)])]
const ages = [null, 0, 1, 7, 13, 14, 20, 24, 25, 35, 120, 400]
const outsides = [null, -20, -5, 5, 15, 22, 28, 33, 40]
const flocks: Birds[] = houseTypes.flatMap(type =>
  ages.flatMap(age => outsides.map(outside => ({ type, age, outside }))),
)

test.each(flocks.map(birds => [JSON.stringify(birds), birds] as const))(
  'nothing that harms the birds is advised: %s',
  (_, birds) => {
    const { type, age, outside } = birds
    const isYoung = age !== null && age < 25
    const isChilled =
      age !== null && age < 14 && (outside === null || outside < targetsAt(type, age).temperature - 2)
    for (const code of codes)
      for (const said of [...say(code, null, birds), ...say(code, withoutPower, birds)]) {
        if (isYoung) expect(said ?? '', code).not.toMatch(COOLS)
        if (!said?.match(WARMS)) expect(said ?? '', code).not.toMatch(SHUTS)
        else expect(isChilled, code).toBe(true)
        expect(said ?? '', code).not.toMatch(/go in alone|单独进入/)
        if (isChilled) expect(said ?? '', code).not.toMatch(OPENS)
      }
    for (const said of [...say('PowerFail', null, birds), ...say('GeneratorNotRunning', null, birds)]) {
      if (isChilled) expect(said).toMatch(WARMS)
      if (age !== null && age >= 25) expect(said).toMatch(OPENS)
      if (age === null) expect(said).toMatch(BOTH)
    }
    for (const code of ['HighCO2', 'HighNH3'])
      for (const said of say(code, null, birds)) expect(said).toMatch(AIRS_FIRST)
  },
)

test('without power the birds come first, then the generator; without knowing the birds both ways are said', () => {
  const generator: LikelyCause = { kind: 'GeneratorNotRunning', since, numbers: [] }
  for (const said of [...say('GeneratorNotRunning', null), ...say('HighTemp', generator)])
    expect(said).toMatch(
      /at once, in winter too.*Start the generator by hand|立即打开应急通风口.*手动启动发电机/,
    )
  for (const said of say('PowerFail', null, null)) expect(said).toMatch(BOTH)
})

test('one message about several houses advises for all of them, or says both ways', () => {
  const chicks: Birds = { type: 'broiler', age: 3, outside: 12 }
  expect(sameBirds([hens, { ...hens, age: 300, outside: -5 }])).toEqual(hens)
  expect(sameBirds([hens, chicks])).toBeNull()
  expect(sameBirds([chicks, { ...chicks, outside: 33 }])).toBeNull()
  expect(sameBirds([hens, null])).toBeNull()
  expect(sameBirds([])).toBeNull()
})

test('an outside probe that reads nonsense opens no house over chicks', () => {
  for (const told of [85, -127, 3276.7, Number.NaN, null, undefined, true, '31']) {
    expect(outsideOf(told)).toBeNull()
    const chicks: Birds = { type: 'broiler', age: 2, outside: outsideOf(told) }
    for (const said of say('PowerFail', null, chicks)) expect(said).toMatch(WARMS)
  }
  expect([-30, 0, 45].map(outsideOf)).toEqual([-30, 0, 45])
})

test('ammonia over chicks on litter used before is expected from placement on: air first, and earlier next time', () => {
  const chicks: Birds = { type: 'broiler', age: 2, outside: 5, litter: 'reused' }
  for (const code of ['HighNH3', 'AmmoniaHigh'])
    for (const litter of ['reused', 'treated'] as const) {
      const [english, chinese] = say(code, null, { ...chicks, litter })
      expect(english).toMatch(
        /from placement on.*minimum ventilation with the heat on.*before the next flock/i,
      )
      expect(chinese).toMatch(/旧垫料.*加大最小通风并保持加热.*下批进雏前/)
      for (const said of [english, chinese]) expect(said).toMatch(AIRS_FIRST)
    }
  for (const litter of ['new', null] as const)
    expect(say('HighNH3', null, { ...chicks, litter })[0]).not.toMatch(/litter/i)
  expect(say('HighCO2', null, chicks)[0]).not.toMatch(/litter/i)
  expect(sameBirds([chicks, { ...chicks, litter: 'treated' }])).toEqual(chicks)
  expect(sameBirds([chicks, { ...chicks, litter: null }])?.litter).toBeNull()
})
