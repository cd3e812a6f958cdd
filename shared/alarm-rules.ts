import type { Amount } from './amounts.ts'
import { type Choices, valuesOf } from './choices.ts'
import { CO2, NH3 } from './gas-limits.ts'
import { conditional, isFlockFigure, ruleSubject, watchable } from './rule-subjects.ts'
import { formatSignal } from './signals.ts'
import { type Language, languages, type Text, text } from './text.ts'
import type { UnitSystem } from './units.ts'

const nameOf = (subject: string): Text => ruleSubject(subject)?.label ?? text(subject, subject)
const namesOf = (subjects: readonly string[]): Readonly<Record<string, Text>> =>
  Object.fromEntries(subjects.map(subject => [subject, nameOf(subject)]))

/** What a rule may watch: what a controller reports of a house, and figures of its flock. */
export const metricNames = namesOf(watchable)

/** What a rule may depend on. */
export const conditionNames = namesOf(conditional)

export const directionNames = {
  above: text('高于', 'Above'),
  below: text('低于', 'Below'),
  is: text('为', 'Is'),
  isNot: text('不为', 'Is not'),
} as const satisfies Choices
export type Direction = keyof typeof directionNames

/** A value that lies beyond a limit or, for a state, is or is not one of its codes. */
export interface Clause {
  metric: string
  direction: Direction
  /** In the unit of the metric; the code of a state, 0 and 1 for off and on. */
  limit: number
}
/** What a farm's rule asks. */
export interface Asked extends Clause {
  /** It is judged only while this holds. */
  condition: Clause | null
}

/** Whether a direction suits what it compares: states are or are not, numbers lie above or below. */
export const suits = (direction: Direction, metric: string): boolean =>
  (direction === 'is' || direction === 'isNot') === (ruleSubject(metric)?.isState ?? false)

/** Levels of a rule; what is merely of interest is not an alarm. */
export const ruleLevelNames = {
  warning: text('预警', 'Warning'),
  critical: text('严重', 'Critical'),
  emergency: text('紧急', 'Emergency'),
} as const satisfies Choices

/** Who is told of a warning; a grave alarm always goes to everybody at once. */
export const receiverNames = {
  nobody: text('仅在屏幕显示', 'Nobody, on screen only'),
  onCall: text('值班人员', 'People on call'),
  everybody: text('所有可处理报警的人', 'Everybody who handles alarms'),
} as const satisfies Choices
export type Receivers = keyof typeof receiverNames

/** Ways to reach people in addition to those they chose. */
export const wayNames = {
  mail: text('邮件', 'E-mail'),
  push: text('浏览器推送', 'Push'),
  call: text('电话或短信', 'Phone call or SMS'),
} as const satisfies Choices
export type Way = keyof typeof wayNames

export const onNames = {
  on: text('启用', 'In use'),
  off: text('停用', 'Not in use'),
} as const satisfies Choices

/**
 * Where the platform's own alarms, which nobody can turn off, ring at the latest: a rule beyond that would never be first.
 * °C for birds of any age, ppm.
 */
const builtIn: Readonly<Record<string, { direction: Direction; limit: number }>> = {
  'Climate/Temp/Avg': { direction: 'above', limit: 38 },
  'Air/CO2/S1': { direction: 'above', limit: CO2.atOnce },
  'Air/NH3/S1': { direction: 'above', limit: NH3.alarm },
}

/** The limit of the built-in alarm that rings before this rule; null if the rule is stricter or there is no such alarm. */
export function laxerThan(rule: Clause): number | null {
  const own = builtIn[rule.metric]
  return own?.direction === rule.direction && rule.limit > own.limit ? own.limit : null
}

const clauseText = ({ direction, metric, limit }: Clause): string => `${direction}:${metric}=${limit}`
const CLAUSE = '(above|below|is|isNot):([^=|]+)'
const CODE = new RegExp(`^FarmRule\\.${CLAUSE}(?:=([^|]+))?(?:\\|${CLAUSE}=(.+))?$`)

/**
 * The code of an alarm raised by a farm's own rule: it says what was watched, for a state also which, and on which
 * condition.
 */
export function codeOfRule({ metric, direction, limit, condition }: Asked): string {
  const isState = ruleSubject(metric)?.isState ?? false
  const watched = isState ? clauseText({ metric, direction, limit }) : `${direction}:${metric}`
  return `FarmRule.${watched}${condition ? `|${clauseText(condition)}` : ''}`
}

/** What a code says; null for any code but a farm rule's. The limit of a number stands in its alarm. */
export function ruleOfCode(
  code: string,
): (Omit<Clause, 'limit'> & { limit: number | null; condition: Clause | null }) | null {
  const [, direction, metric, limit, held, other, bound] = CODE.exec(code) ?? []
  if (!direction || !metric) return null
  return {
    direction: direction as Direction,
    metric,
    limit: limit === undefined ? null : Number(limit),
    condition: held && other ? { direction: held as Direction, metric: other, limit: Number(bound) } : null,
  }
}

/** Writes the limit of a clause: in somebody's units, or as a place for it. */
export type WriteLimit = (limit: number, of: { unit: string; decimals: number }, language: Language) => string

/** Limits as readers of these units see them. */
export const inUnits =
  (units: UnitSystem): WriteLimit =>
  (limit, signal, language) =>
    formatSignal(limit, signal, { language, units })
const inMetric = inUnits('metric')

const joints: Record<Language, { space: string; open: string; close: string }> = {
  'zh-CN': { space: '', open: '（仅当', close: '时）' },
  'en-US': { space: ' ', open: ' (while ', close: ')' },
}

/** A clause in words: `Outside temperature above 25 °C`, `Cooling pad is Yes`. */
export function clauseWords(
  { metric, direction, limit }: Clause,
  language: Language,
  write = inMetric,
): string {
  const { space } = joints[language]
  const signal = ruleSubject(metric) ?? { unit: '', decimals: 0, isState: false }
  const bound = signal.isState
    ? formatSignal(limit, signal, { language, units: 'metric' })
    : write(limit, signal, language)
  return [nameOf(metric)[language], directionNames[direction][language].toLowerCase(), bound].join(space)
}

const ownLimit = { 'zh-CN': '本场限值', 'en-US': 'the farm’s limit' } as const

/** The name of such an alarm, with limits in its condition as `write` has them. */
function ruleName(rule: NonNullable<ReturnType<typeof ruleOfCode>>, language: Language, write: WriteLimit) {
  const { space, open, close } = joints[language]
  const { metric, direction, limit, condition } = rule
  const watched =
    limit === null
      ? [nameOf(metric)[language], directionNames[direction][language].toLowerCase(), ownLimit[language]]
      : [clauseWords({ metric, direction, limit }, language, write)]
  return `${watched.join(space)}${condition ? `${open}${clauseWords(condition, language, write)}${close}` : ''}`
}

/** The name of an alarm with this code in both languages; null for any code but a farm rule's. */
export function ruleLabel(code: string, write: WriteLimit = inMetric): Text | null {
  const rule = ruleOfCode(code)
  if (!rule) return null
  return Object.fromEntries(languages.map(language => [language, ruleName(rule, language, write)])) as Text
}

/** What the value of a rule's alarm is measured in. */
export const measureOfRule = (code: string): { unit: string; decimals: number } | undefined =>
  ruleSubject(ruleOfCode(code)?.metric ?? '')

/** The limit of the condition in a code, which stands in the name of its alarm; null if there is none or it is a state. */
export function conditionOfCode(code: string): Amount | null {
  const condition = ruleOfCode(code)?.condition
  const subject = condition && ruleSubject(condition.metric)
  if (!condition || !subject || subject.isState) return null
  return { value: condition.limit, unit: subject.unit, decimals: subject.decimals }
}

/** Whether an alarm is a rule's about a figure of a flock: its subject is then the flock and no device. */
export const isFigureAlarm = (code: string): boolean => isFlockFigure(ruleOfCode(code)?.metric ?? '')

/** The metric that a rule's alarm is about; null for a figure of the flock and for any other alarm. */
export const metricOfRule = (code: string): string | null =>
  isFigureAlarm(code) ? null : (ruleOfCode(code)?.metric ?? null)

/** The codes of alarms that rules can raise, without the state and the condition. */
export const ruleCodes: readonly string[] = watchable.flatMap(metric =>
  valuesOf(directionNames)
    .filter(direction => suits(direction, metric))
    .map(direction => `FarmRule.${direction}:${metric}`),
)
