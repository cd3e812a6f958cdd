import type { LoggedTest } from './contracts/test-log.ts'
import { clockOf } from './dates.ts'
import { type TransferFault, transferFaults } from './safety-tests.ts'
import { formatSignal, metricByName } from './signals.ts'
import { type Text, text } from './text.ts'
import type { Reader } from './units.ts'

const words = {
  answered: text('{name} {time} 应答', '{name} answered at {time}'),
  silent: text('{name} 未应答', '{name} did not answer'),
  onCall: text('（值班）', ' (on call)'),
  mainsOff: text('{time} 停市电', 'mains off {time}'),
  generatorOn: text('{time} 发电机运行', 'generator on {time}'),
  fansOn: text('{time} 风机运行（{fans} 组）', 'fans on {time} ({fans} groups)'),
  mainsBack: text('{time} 市电恢复', 'mains back {time}'),
  readings: text('由环控器数据得出', 'seen in the readings'),
  eye: text('由现场人员目测', 'seen on site'),
  started: text('发电机已启动，风机已运行', 'the generator started and fans ran'),
  setTo: text('设定 {value}', 'set to {value}'),
  target: text('当日目标 {value}', 'target of the day {value}'),
  ran: text('已启动风机', 'it ran the fans'),
  idle: text('未启动风机', 'it did not run the fans'),
  probe: text(
    '{name}：{value}，参考 {reference}，偏差 {deviation}',
    '{name}: {value}, reference {reference}, off by {deviation}',
  ),
  over: text('（超限）', ' (over the limit)'),
  corrects: text('更正第 {number} 条', 'corrects entry {number}'),
} as const

type Say = (word: Text, values?: Record<string, string>) => string

const sayer =
  ({ language }: Reader): Say =>
  (word, values = {}) =>
    Object.entries(values).reduce((said, [name, value]) => said.replace(`{${name}}`, value), word[language])

type Told = Pick<LoggedTest, 'facts' | 'people' | 'timeZone'>

/** What was seen in a test, in sentences; clocks are the farm's. */
export function factsSay({ facts, people, timeZone }: Told, reader: Reader): string[] {
  const t = sayer(reader)
  const clock = (at: string) => clockOf(Date.parse(at), timeZone)
  switch (facts.kind) {
    case 'alarm':
      return facts.told.map(({ who, isOnCall, answeredAt }) => {
        const name = `${people[who]?.name ?? '–'}${isOnCall ? t(words.onCall) : ''}`
        return answeredAt ? t(words.answered, { name, time: clock(answeredAt) }) : t(words.silent, { name })
      })
    case 'generator':
      return generatorSays(facts, clock, t)
    case 'thermostat': {
      const degrees = (value: number) => formatSignal(value, { unit: '°C', decimals: 1 }, reader)
      return [
        t(words.setTo, { value: degrees(facts.setPoint) }),
        facts.target === null ? '' : t(words.target, { value: degrees(facts.target) }),
        t(facts.ranFans ? words.ran : words.idle),
      ].filter(Boolean)
    }
    case 'sensors':
      return facts.probes.map(({ metric, value, reference, deviation, limit }) => {
        const signal = metricByName.get(metric)
        const say = (number: number, isDifference = false) =>
          signal
            ? formatSignal(number, { ...signal, ...(isDifference && { isDifference }) }, reader)
            : String(number)
        const said = t(words.probe, {
          name: signal?.label[reader.language] ?? metric,
          value: say(value),
          reference: say(reference),
          deviation: say(deviation, true),
        })
        return `${said}${Math.abs(deviation) > limit ? t(words.over) : ''}`
      })
    default:
      return [t(words.corrects, { number: String(facts.of) })]
  }
}

type Generator = Extract<LoggedTest['facts'], { kind: 'generator' }>

function generatorSays(
  { seenBy, mainsOffAt, generatorOnAt, fansOnAt, mainsBackAt, fans, faults }: Generator,
  clock: (at: string) => string,
  t: Say,
): string[] {
  const wrong = faults.flatMap(fault =>
    fault in transferFaults ? [t(transferFaults[fault as TransferFault])] : [],
  )
  if (seenBy === 'eye')
    return [faults.length === 0 ? t(words.started) : '', ...wrong, t(words.eye)].filter(Boolean)
  return [
    mainsOffAt ? t(words.mainsOff, { time: clock(mainsOffAt) }) : '',
    generatorOnAt ? t(words.generatorOn, { time: clock(generatorOnAt) }) : '',
    fansOnAt ? t(words.fansOn, { time: clock(fansOnAt), fans: String(fans ?? 0) }) : '',
    mainsBackAt ? t(words.mainsBack, { time: clock(mainsBackAt) }) : '',
    ...wrong,
    t(words.readings),
  ].filter(Boolean)
}
