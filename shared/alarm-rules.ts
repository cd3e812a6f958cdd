import type { Choices } from './choices.ts'
import { CO2, NH3 } from './gas-limits.ts'
import { metricByName } from './signals.ts'
import { type Text, text } from './text.ts'

/** What a farm's rule may watch: values that a controller reports about a house. */
export const ruleMetrics = [
  'Climate/Temp/Avg',
  'Climate/Hum/Avg',
  'Air/CO2/S1',
  'Air/NH3/S1',
  'Air/Pressure/S1',
  'Water/FlowRate',
  'Feed/Silo1/Weight',
  'Climate/Temp/Outdoor',
] as const
export type RuleMetric = (typeof ruleMetrics)[number]

const nameOf = (metric: string): Text => metricByName.get(metric)?.label ?? text(metric, metric)

export const metricNames = Object.fromEntries(ruleMetrics.map(name => [name, nameOf(name)])) as Record<
  RuleMetric,
  Text
>

export const directionNames = {
  above: text('高于', 'Above'),
  below: text('低于', 'Below'),
} as const satisfies Choices
export type Direction = keyof typeof directionNames

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
 * °C for grown birds (practice), ppm.
 */
const builtIn: Partial<Record<RuleMetric, { direction: Direction; limit: number }>> = {
  'Climate/Temp/Avg': { direction: 'above', limit: 35 },
  'Air/CO2/S1': { direction: 'above', limit: CO2.atOnce },
  'Air/NH3/S1': { direction: 'above', limit: NH3.alarm },
}

/** The limit of the built-in alarm that rings before this rule; null if the rule is stricter or there is no such alarm. */
export function laxerThan(rule: { metric: RuleMetric; direction: Direction; limit: number }): number | null {
  const own = builtIn[rule.metric]
  return own?.direction === rule.direction && rule.limit > own.limit ? own.limit : null
}

const CODE = /^FarmRule\.(above|below):(.+)$/

/** The code of an alarm raised by a farm's own rule: it says what was watched. */
export const codeOfRule = (direction: Direction, metric: RuleMetric): string =>
  `FarmRule.${direction}:${metric}`

/** The farm's rule behind a code; null for any other code. */
export function ruleOfCode(code: string): { direction: Direction; metric: string } | null {
  const [, direction, metric] = CODE.exec(code) ?? []
  return direction && metric ? { direction: direction as Direction, metric } : null
}

/** The name of such an alarm. */
export function ruleLabel({ direction, metric }: { direction: Direction; metric: string }): Text {
  const name = nameOf(metric)
  return direction === 'above'
    ? text(`${name['zh-CN']}高于本场限值`, `${name['en-US']} above the farm’s limit`)
    : text(`${name['zh-CN']}低于本场限值`, `${name['en-US']} below the farm’s limit`)
}

/** Codes of all alarms that rules can raise. */
export const ruleCodes: readonly string[] = ruleMetrics.flatMap(metric => [
  codeOfRule('above', metric),
  codeOfRule('below', metric),
])
