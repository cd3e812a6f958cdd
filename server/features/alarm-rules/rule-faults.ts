import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type Clause, laxerThan, suits } from '#shared/alarm-rules.ts'
import type { AlarmRuleForm } from '#shared/contracts/alarm-rules.ts'
import { isFlockFigure, type RuleSubject, ruleSubject } from '#shared/rule-subjects.ts'
import { formatSignal, type HouseType, houseTypeNames } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'

const words = {
  laxer: text(
    '平台内置报警在 {limit} 已经响起且不能关闭，规则只能更严',
    'The built-in alarm rings at {limit} and cannot be turned off. A rule can only be stricter',
  ),
  range: text('{metric} 的范围是 {low} 至 {high}', '{metric} ranges from {low} to {high}'),
  never: text('{metric} 最高 {limit}，永远不会响', '{metric} never exceeds {limit}, so it would never ring'),
  neverBelow: text(
    '{metric} 最低 {limit}，永远不会响',
    '{metric} never falls below {limit}, so it would never ring',
  ),
  noState: text('请选择一种状态', 'Choose one of its states'),
  ofState: text('状态只能选“为”或“不为”', 'A state can only be or not be something'),
  ofNumber: text('数值只能选“高于”或“低于”', 'A number can only be above or below something'),
  notOfType: text('{type}舍没有“{metric}”', 'A house of type {type} has no “{metric}”'),
  onItself: text('不能以监测量自身为条件', 'A rule cannot depend on what it watches'),
  notOfFigures: text('每日指标不能另加条件', 'A figure of the flock takes no condition'),
  house: text('请选择自己的鸡舍', 'Choose one of your houses'),
  known: text('规则“{name}”与此相同', 'The rule “{name}” already asks this'),
}

type Form = Pick<
  AlarmRuleForm,
  | 'houseId'
  | 'houseType'
  | 'metric'
  | 'direction'
  | 'limit'
  | 'forMinutes'
  | 'forDays'
  | 'conditionMetric'
  | 'conditionDirection'
  | 'conditionLimit'
>

/** The condition of a form; null if it has none, or only part of it. */
export function conditionOfForm(form: Form): Clause | null {
  const { conditionMetric: metric, conditionDirection: direction, conditionLimit: limit } = form
  return metric && direction && typeof limit === 'number' ? { metric, direction, limit } : null
}

interface ClauseFields {
  metric: string
  direction: string
  limit: string
}
const watchedFields: ClauseFields = { metric: 'metric', direction: 'direction', limit: 'limit' }
const conditionFields: ClauseFields = {
  metric: 'conditionMetric',
  direction: 'conditionDirection',
  limit: 'conditionLimit',
}

/** What is wrong with a clause by itself. */
function faultsOfClause(clause: Clause, fields: ClauseFields, reader: Reader): FieldFault[] {
  const { metric, direction, limit } = clause
  const subject = ruleSubject(metric)
  if (!subject) return [{ field: fields.metric, message: 'field.wrong' }]
  if (!suits(direction, metric))
    return [{ field: fields.direction, message: subject.isState ? words.ofState : words.ofNumber }]
  if (subject.isState) {
    const codes = Object.keys(subject.enum ?? { 0: 'off', 1: 'on' }).map(Number)
    return codes.includes(limit) ? [] : [{ field: fields.limit, message: words.noState }]
  }
  const message = rangeFault(clause, subject, reader)
  return message ? [{ field: fields.limit, message }] : []
}

/** A limit that its value can never pass. */
function rangeFault(
  { direction, limit }: Clause,
  subject: RuleSubject,
  reader: Reader,
): FieldFault['message'] | null {
  const { label, low, high } = subject
  const said = (value: number) => formatSignal(value, subject, reader)
  if (limit < low || limit > high)
    return [words.range, { metric: label, low: said(low), high: said(high) }] as const
  if (direction === 'above' && limit === high) return [words.never, { metric: label, limit: said(high) }]
  if (direction === 'below' && limit === low) return [words.neverBelow, { metric: label, limit: said(low) }]
  return null
}

/** What is wrong with a rule for houses of a type; null: of any. */
function faultsOfType(form: Form, type: HouseType | null): FieldFault[] {
  if (type === null) return []
  return [['metric', form.metric] as const, ['conditionMetric', form.conditionMetric ?? ''] as const].flatMap(
    ([field, name]) => {
      const subject = ruleSubject(name)
      if (!subject || subject.houseTypes.includes(type)) return []
      return [{ field, message: [words.notOfType, { type: houseTypeNames[type], metric: subject.label }] }]
    },
  )
}

function faultsOfCondition(form: Form, reader: Reader): FieldFault[] {
  if (!form.conditionMetric) return []
  if (isFlockFigure(form.metric)) return [{ field: 'conditionMetric', message: words.notOfFigures }]
  if (form.conditionMetric === form.metric) return [{ field: 'conditionMetric', message: words.onItself }]
  const condition = conditionOfForm(form)
  if (condition) return faultsOfClause(condition, conditionFields, reader)
  const field = form.conditionDirection ? 'conditionLimit' : 'conditionDirection'
  return [{ field, message: 'field.required' }]
}

/** What makes no sense in a rule, by field, in the reader's words and units. */
export function senseFaults(form: Form, reader: Reader): FieldFault[] {
  const own = faultsOfClause(form, watchedFields, reader)
  const type = form.houseId ? null : (form.houseType ?? null)
  return [...own, ...faultsOfCondition(form, reader), ...faultsOfType(form, type)]
}

/** The same, and that no rule may be laxer than a built-in alarm. */
export function ruleFaults(form: Form, reader: Reader): FieldFault[] {
  const faults = senseFaults(form, reader)
  const builtIn = laxerThan(form)
  if (builtIn === null || faults.some(({ field }) => field === 'limit')) return faults
  return [{ field: 'limit', message: [words.laxer, { limit: limitWords(form, builtIn, reader) }] }, ...faults]
}

const limitWords = ({ metric }: Clause, limit: number, reader: Reader): string =>
  formatSignal(limit, ruleSubject(metric) ?? { unit: '', decimals: 0 }, reader)

/** Refuses a house that is not there, or whose type does not have what the rule watches. */
export async function refuseHouse(db: Db, form: Form): Promise<void> {
  if (!form.houseId) return
  const [found] = await db
    .select({ type: house.type })
    .from(house)
    .where(and(eq(house.id, form.houseId), isNull(house.deletedAt)))
  if (!found) throw refuse.invalid([{ field: 'houseId', message: words.house }])
  const faults = faultsOfType(form, found.type)
  if (faults.length > 0) throw refuse.invalid(faults)
}

const same = (column: Parameters<typeof eq>[0], value: unknown): SQL =>
  sql`${column} is not distinct from ${value}`

/** Refuses a rule that asks the same as another of the same farm at the same place. */
export async function refuseDuplicate(
  db: Db,
  officePath: string,
  form: Form,
  id: string | null,
): Promise<void> {
  const condition = conditionOfForm(form)
  const [known] = await db
    .select({ name: alarmRule.name })
    .from(alarmRule)
    .where(
      and(
        eq(alarmRule.officePath, officePath),
        id === null ? undefined : ne(alarmRule.id, id),
        eq(alarmRule.metric, form.metric),
        eq(alarmRule.direction, form.direction),
        eq(alarmRule.limit, form.limit),
        eq(alarmRule.forMinutes, isFlockFigure(form.metric) ? 0 : form.forMinutes),
        eq(alarmRule.forDays, isFlockFigure(form.metric) ? (form.forDays ?? 1) : 1),
        same(alarmRule.houseId, form.houseId ?? null),
        same(alarmRule.houseType, form.houseId ? null : (form.houseType ?? null)),
        same(alarmRule.conditionMetric, condition?.metric ?? null),
        same(alarmRule.conditionDirection, condition?.direction ?? null),
        same(alarmRule.conditionLimit, condition?.limit ?? null),
      ),
    )
    .limit(1)
  if (known) throw refuse.invalid([{ field: 'limit', message: [words.known, { name: known.name }] }])
}
