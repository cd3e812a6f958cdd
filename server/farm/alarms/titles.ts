import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import { conditionOfCode, ruleLabel } from '#shared/alarm-rules.ts'
import { lineLabel } from '#shared/alarm-under.ts'
import { type Cause, measureOfAlarm } from '#shared/alarms.ts'
import { AMOUNT, type Amount, type ListedPlace } from '#shared/amounts.ts'
import { type Language, languages, type Text } from '#shared/text.ts'
import { say } from '../../platform/http/texts.ts'

/** Why people are told of an alarm: it was raised, came back, got worse, nobody has seen it, or nobody is on site. */
export type RingReason = 'raised' | 'again' | 'worse' | 'unseen' | 'absent'

/** The last that somebody said of an alarm. */
export interface LastWord {
  answer: AlarmAnswer | { cause: Cause }
  /** Null: erased. */
  name: string | null
  /** `03:02`, by the farm's clocks. */
  clock: string
  /** What was measured then; null of several alarms. */
  value: number | null
}

/** A message in both languages; its values are formatted for each reader. */
export interface MessageText {
  title: Text
  amounts: Amount[] | null
}

/** A house where an alarm stands. */
export interface Where {
  houseId: string
  /** Its name. */
  house: string
  /** Names of the devices it is about, where the house has others too. */
  devices: readonly string[]
  value: number | null
}

interface Subject {
  code: string
  /** Of every alarm that the message tells of, its own first. */
  codes: readonly string[]
  why: RingReason
  /** One for each alarm; in the order in which they are named. */
  wheres: readonly Where[]
  /** Of a single alarm. */
  limit: number | null
  /** How often a single alarm came back. */
  repeats: number
  /** The trouble is over, but the controllers hold every one of them until it is reset at the panel. */
  isLatched?: boolean
  /** Of alarms that somebody answered, while nobody is on site. */
  lastWord?: LastWord | null
  /** Likely cause and what to check first. */
  advice: (language: Language) => string | null
}

const saidZh: Record<AlarmAnswer, string> = {
  seen: '已查看',
  going: '出发前往',
  cannot: '表示去不了',
  on_site: '称已到场，未经验证',
}
const saidEn: Record<AlarmAnswer, string> = {
  seen: 'seen by',
  going: 'on the way:',
  cannot: 'cannot come:',
  on_site: 'said to be on site without proof:',
}
const causeIn = (language: Language, { cause }: { cause: Cause }) => say(language, `cause.${cause}`)
const NAMED = 3
const words: Record<
  Language,
  {
    colon: string
    comma: string
    stop: string
    join: string
    limit: string
    more: (named: number, all: number) => string
    again: (count: number) => string
    unseen: string
    /** Nobody is on site: after somebody has answered. */
    absent: string
    said: (word: LastWord) => string
    was: string
    latched: string
  }
> = {
  'zh-CN': {
    colon: '：',
    comma: '，',
    stop: '。',
    join: '、',
    limit: `（限值 ${AMOUNT}）`,
    more: (_, all) => `等 ${all} 栋`,
    again: count => (count > 1 ? `，又出现 ${count} 次` : '，再次出现'),
    unseen: '，尚无人查看',
    absent: '，仍无人到场',
    said: ({ answer, name, clock }) =>
      `，${name ?? '有人'} ${clock} ${typeof answer === 'string' ? saidZh[answer] : `判断原因为“${causeIn('zh-CN', answer)}”`}`,
    was: `（当时 ${AMOUNT}）`,
    latched: '，环控器仍在保持报警，请到面板上复位',
  },
  'en-US': {
    colon: ': ',
    comma: ', ',
    stop: '. ',
    join: ', ',
    limit: ` (limit ${AMOUNT})`,
    more: (named, all) => ` and ${all - named} more`,
    again: count => (count > 1 ? `, came back ${count} times` : ', came back'),
    unseen: ', not seen by anybody yet',
    absent: ', nobody on site yet',
    said: ({ answer, name, clock }) =>
      typeof answer === 'string'
        ? `, ${saidEn[answer]} ${name ?? 'somebody'} at ${clock}`
        : `, cause given by ${name ?? 'somebody'} at ${clock}: ${causeIn('en-US', answer)}`,
    was: ` (${AMOUNT} then)`,
    latched: ', held at the controller: reset it at the panel',
  },
}

function amountOf(code: string, value: number | null): Amount | null {
  const measure = measureOfAlarm(code)
  return measure && value !== null ? { value, unit: measure.unit, decimals: measure.decimals } : null
}

/** Names may contain anything. */
const plain = (name: string) => name.replaceAll(AMOUNT, '')

/** Each house once, with the devices it is about; with its value if there is one. */
function placesOf({ code, wheres }: Subject): ListedPlace[] {
  return [...Map.groupBy(wheres, ({ houseId }) => houseId).values()].map(those => {
    const devices = those.flatMap(({ devices }) => devices)
    const [only, ...others] = those
    const house = only?.house ?? ''
    return {
      name: plain(devices.length > 0 ? `${house} · ${devices.join(', ')}` : house),
      amount: only && others.length === 0 ? amountOf(code, only.value) : null,
    }
  })
}

/** Every place of a message that names only some; null when it names all. */
export function listedPlaces(subject: Subject): ListedPlace[] | null {
  const places = placesOf(subject)
  return places.length > NAMED ? places : null
}

/**
 * The text of an alarm message: houses and devices, alarm, value and limit, likely cause and what to check first. Of several
 * alarms each house has its value.
 */
export function alarmTitle(subject: Subject): MessageText {
  const { code, codes, wheres, limit, why, repeats, isLatched, lastWord = null, advice } = subject
  const isOne = wheres.length === 1
  const places = placesOf(subject)
  const named = places.slice(0, NAMED)
  /** A condition's limit stands in the name of its alarm, where each reader sees it in their units. */
  const condition = conditionOfCode(code)
  const label = ruleLabel(code, () => AMOUNT) ?? lineLabel(codes)
  const value = isOne ? amountOf(code, wheres[0]?.value ?? null) : null
  const limitAmount = value && amountOf(code, limit)
  const word = why === 'absent' ? lastWord : null
  const wordAmount = word && value && amountOf(code, word.value)
  const titleIn = (language: Language) => {
    const { colon, comma, stop, join, more, again, unseen, ...mark } = words[language]
    const names = named.map(({ name, amount }) => (amount && !isOne ? `${name} ${AMOUNT}` : name)).join(join)
    const rest = places.length > named.length ? more(named.length, places.length) : ''
    const figure = value ? `${comma}${AMOUNT}${limitAmount ? mark.limit : ''}` : ''
    const said = word ? mark.said(word) + (wordAmount ? mark.was : '') : ''
    const states: Partial<Record<RingReason, string>> = {
      again: again(isOne ? repeats : 1),
      unseen,
      absent: said + (word?.answer === 'on_site' ? '' : mark.absent),
    }
    const state = (states[why] ?? '') + (isLatched ? mark.latched : '')
    const advised = advice(language)
    return `${names}${rest}${colon}${label[language]}${figure}${state}${advised ? stop + advised : ''}`
  }
  const amounts = (
    isOne ? [condition, value, limitAmount, wordAmount] : [...named.map(({ amount }) => amount), condition]
  ).filter(amount => amount !== null)
  return {
    title: Object.fromEntries(languages.map(language => [language, titleIn(language)])) as Text,
    amounts: amounts.length > 0 ? amounts : null,
  }
}
