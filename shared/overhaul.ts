import { metrics } from './signals/metrics.ts'
import { text } from './text.ts'

/** What determines the next overhaul: days since the last one, machine hours since then, or each time the house is empty. */
export const cycleKinds = {
  days: text('按天数', 'By days'),
  runningHours: text('按运行小时', 'Running hours'),
  emptyPeriod: text('每次空舍', 'Each empty period'),
} as const
export type CycleKind = keyof typeof cycleKinds

/** Machines whose running hours are derived from reports of their house's controller. */
export const machines = {
  fans: text('风机', 'Fans'),
  pad: text('水帘', 'Cooling pad'),
  fogger: text('喷雾', 'Fogger'),
  auger: text('料线绞龙', 'Feed auger'),
  heating: text('加热', 'Heating'),
} as const
export type Machine = keyof typeof machines

/** How reports show that a machine runs: which metrics, and at which of their values it is idle. */
const signs: Readonly<Record<Machine, { of: RegExp; idle: readonly number[] }>> = {
  // Off, in the pause of its cycle, broken.
  fans: { of: /^Fan\/G\d+\/State$/, idle: [0, 3, 4] },
  pad: { of: /^Cool\/Pad\/State$/, idle: [0] },
  fogger: { of: /^Cool\/Fogger\/State$/, idle: [0] },
  auger: { of: /^Feed\/AugerRun$/, idle: [0] },
  heating: { of: /^Heat\/Z\d+\/Output$/, idle: [0] },
}
export const runsBy = (machine: Machine): { metrics: string[]; idle: readonly number[] } => ({
  metrics: metrics.map(({ name }) => name).filter(name => signs[machine].of.test(name)),
  idle: signs[machine].idle,
})

/** Why an item has its interval; the provider's own have no reason. */
export const cycleBases = {
  published: text('公开资料', 'Published'),
  practice: text('行业惯例', 'Industry practice'),
} as const
export type CycleBasis = keyof typeof cycleBases

export const overhaulResults = {
  passed: text('合格', 'Passed'),
  failed: text('不合格', 'Failed'),
} as const

/** How near the next date is, by the customer's calendar. */
export const dueStates = {
  overdue: text('已逾期', 'Overdue'),
  today: text('今天', 'Today'),
  soon: text('7 天内', 'Within 7 days'),
  later: text('以后', 'Later'),
  undated: text('待触发', 'Not due yet'),
} as const
export type DueState = keyof typeof dueStates
export const SOON_DAYS = 7

/**
 * Whom reminders of a plan get to: those who do the work, or, where none of them can be reached, the owner instead, or nobody at
 * the farm.
 */
export const planHearers = ['doers', 'owner', 'nobody'] as const
export type PlanHearers = (typeof planHearers)[number]

/** The lines of a check list, each an item to check. */
export const linesOf = (checks: string): string[] =>
  checks
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
