import { text } from '#shared/text.ts'
import { type SpeakerOf, speakerOf } from './words.ts'

/** What the page on the farm's network says. */
const words = {
  title: text('{gateway} 本地页面', '{gateway} on this farm'),
  reached: text('服务器已连接，报警可正常发送。', 'The server is reached: alarms are told.'),
  away: text(
    '服务器断开已 {for}：报警发不出去，请留意本页。',
    'The server has not been reached for {for}: nobody is told of alarms. Watch this page.',
  ),
  gone: text(
    '本页与网关断开，下面的数值已经过时。',
    'This page has lost the gateway: the values below are old.',
  ),
  diskFull: text(
    '网关磁盘已满：仍在采集和上报，断网时能保存的数据有限。',
    'The disk of the gateway is full: it goes on reading and sending, but keeps little of an outage.',
  ),
  diskBroken: text(
    '网关磁盘无法写入（{code}）：仍在采集和上报，断电会丢失未上报的数据，请更换存储卡。',
    'The disk of the gateway cannot be written ({code}): it goes on reading and sending, but a cut of power loses what was not sent. Replace the card.',
  ),
  clockAhead: text(
    '网关电脑的时钟快了 {for}，读数按服务器时间记录。',
    'The clock of the gateway’s computer is {for} fast. Readings have the server’s time.',
  ),
  clockBehind: text(
    '网关电脑的时钟慢了 {for}，读数按服务器时间记录。',
    'The clock of the gateway’s computer is {for} slow. Readings have the server’s time.',
  ),
  timeUnknown: text(
    '网关不知道现在的时间：从断电前的时间接着计，连上服务器后自动校正。临时参数可能晚恢复。',
    'The gateway does not know what time it is: it counts on from before the cut of power, and puts it right when it reaches the server. Temporary settings may return late.',
  ),
  tooHot: text('{code} 舍温 {value}，高于上限 {limit}', '{code}: {value}, above the limit of {limit}'),
  tooCold: text('{code} 舍温 {value}，低于下限 {limit}', '{code}: {value}, below the limit of {limit}'),
  noPower: text('{code} 市电中断', '{code}: mains power lost'),
  noTemperature: text('{code} 没有温度读数', '{code}: no temperature is read'),
  alarms: text('报警', 'Alarms'),
  noAlarms: text('没有报警。', 'No alarm stands.'),
  unknown: text('状态不明：{names}', 'Not known: {names}'),
  controllerSilent: text('{code} 无应答，已 {for}', '{code} has not answered for {for}'),
  notYet: text('正在首次读取……', 'Being read for the first time …'),
  noValue: text('没有读数', 'no value'),
  notRead: text('尚未读取', 'not read yet'),
  age: text('{for}前', '{for} ago'),
  seconds: text('{n} 秒', '{n} s'),
  minutes: text('{n} 分钟', '{n} min'),
  hours: text('{n} 小时 {m} 分钟', '{n} h {m} min'),
  sirenOff: text('警笛未响。', 'The siren is silent.'),
  sirenOn: text('警笛正在鸣响。', 'The siren sounds.'),
  sirenTest: text('警笛正在测试。', 'The siren is being tested.'),
  sirenSilenced: text(
    '警笛已消音；报警仍在，过一段时间会再响。',
    'The siren was silenced. The alarm still stands, and it will sound again.',
  ),
  sirenDeaf: text(
    '警笛继电器无应答或不动作，不能依靠它。',
    'The relay of the siren does not answer or does not obey: do not rely on it.',
  ),
  soundsForIt: text('（警笛鸣响）', ' (siren sounds)'),
  silencedForIt: text('（已消音）', ' (silenced)'),
  pin: text('警笛 PIN', 'PIN of the siren'),
  silence: text('消音', 'Silence it'),
  test: text('测试 5 秒', 'Test for 5 s'),
  silencedNow: text('已消音。', 'Silenced.'),
  nothingToSilence: text('警笛没有在响。', 'It is not sounding.'),
  testedNow: text('警笛应当鸣响 5 秒。', 'It should sound for 5 s now.'),
  wrongPin: text('PIN 不正确。', 'This is not the PIN.'),
  tooMany: text('输错次数过多，请一分钟后再试。', 'Too many wrong tries. Try again in a minute.'),
} as const

export type LocalSpeaker = SpeakerOf<typeof words>
export type LocalWord = keyof typeof words
export const localSpeaker = speakerOf(words)

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How long something lasts, as people say it. */
export function sayFor(ms: number, speak: LocalSpeaker): string {
  const seconds = Math.floor(ms / 1_000)
  if (seconds < MINUTE) return speak('seconds', { n: seconds })
  if (seconds < HOUR) return speak('minutes', { n: Math.floor(seconds / MINUTE) })
  return speak('hours', { n: Math.floor(seconds / HOUR), m: Math.floor((seconds % HOUR) / MINUTE) })
}
