import { text } from './text.ts'

/** By what the next overhaul is due: days since the last one, or each time the house is empty. */
export const cycleKinds = {
  days: text('按天数', 'Every so many days'),
  emptyPeriod: text('每次空舍', 'Each empty period'),
} as const
export type CycleKind = keyof typeof cycleKinds

/** Why an item is done so often; the provider's own say nothing. */
export const cycleBases = {
  published: text('公开资料', 'Published'),
  practice: text('行业惯例', 'Practice of the field'),
} as const
export type CycleBasis = keyof typeof cycleBases

export const overhaulResults = {
  passed: text('合格', 'Passed'),
  failed: text('不合格', 'Failed'),
} as const

/** How near the next date is, by the calendar of the customer. */
export const dueStates = {
  overdue: text('已逾期', 'Overdue'),
  today: text('今天', 'Today'),
  soon: text('7 天内', 'Within 7 days'),
  later: text('以后', 'Later'),
  undated: text('待触发', 'Not due yet'),
} as const
export type DueState = keyof typeof dueStates
export const SOON_DAYS = 7

/** The lines of a check list, each a thing to look at. */
export const linesOf = (checks: string): string[] =>
  checks
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
