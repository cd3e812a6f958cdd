import { and, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type FigureKey, FLOOD, figureGoals, figureKeys, isMet, TO_MEND } from '#shared/alarm-figures.ts'
import type { AlarmFigures, CountedRule } from '#shared/contracts/alarm-figures.ts'
import type { Language } from '#shared/text.ts'
import { FARM_RULE } from '../../farm/alarms/farm-rules.ts'
import { customerNames } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDay } from '../../platform/database/tables/alarm-days.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import type { Viewer } from '../../platform/http/identify.ts'

interface Asking {
  db: Db
  viewer: Viewer
  language: Language
}

/** The sum of a column of counted days. */
export const total = (column: PgColumn | SQL) => sql<number>`coalesce(sum(${column}), 0)::integer`

/** Alarms that have been active for more than a day by now. */
export const isStanding = and(
  ne(alarm.condition, 'cleared'),
  ne(alarm.level, 'info'),
  sql`${alarm.raisedAt} < now() - interval '1 day'`,
)

/** Which rule it is, whose, and what it is called. */
export const ruleColumns = {
  code: alarmDay.code,
  ruleId: alarmRule.id,
  ruleName: alarmRule.name,
  farmPath: alarmRule.farmPath,
}

/** Rows with the customer whose rule it is, for those who see customers. */
export async function withCustomers<Row extends { farmPath: string | null }>(
  asking: Asking,
  rows: readonly Row[],
) {
  const paths = rows.flatMap(({ farmPath }) => farmPath ?? [])
  const names = await customerNames(asking.db, asking, paths)
  return rows.map(({ farmPath, ...row }) => ({ ...row, customer: names.get(farmPath ?? '') ?? null }))
}

/** How many of a day's waits are longer than the goal. */
const longer = (waits: PgColumn, goal: number) =>
  sql`(select count(*) from unnest(${waits}) as s where s > ${goal})`

/** What of a day's alarms counts against each figure. */
const countedBy: Readonly<Partial<Record<FigureKey, PgColumn | SQL>>> = {
  perTen: alarmDay.alarms,
  perDay: alarmDay.alarms,
  chattering: alarmDay.chattering,
  night: alarmDay.night,
  seen: longer(alarmDay.seenS, figureGoals.seen),
  onSite: longer(alarmDay.siteS, figureGoals.onSite),
  noise: alarmDay.noise,
}

interface Where {
  counted: SQL | undefined
  standing: SQL | undefined
}

/** For each figure that misses its goal, the rules by which it does. */
export async function toMend(
  asking: Asking,
  figures: AlarmFigures['figures'],
  where: Where,
): Promise<AlarmFigures['toMend']> {
  const missed = figureKeys.filter(key => isMet(key, figures[key] ?? null) === false)
  const found: AlarmFigures['toMend'] = {}
  for (const key of missed) found[key] = await rulesBehind(asking, key, where)
  return found
}

async function rulesBehind(asking: Asking, key: FigureKey, where: Where): Promise<CountedRule[]> {
  const { db } = asking
  if (key === 'standing') return withCustomers(asking, await standingBy(db, where.standing))
  if (key === 'flood' || key === 'mostInTen') return withCustomers(asking, await floodedBy(db, where.counted))
  const alarms = total(countedBy[key] ?? alarmDay.alarms)
  const rows = await db
    .select({ ...ruleColumns, alarms })
    .from(alarmDay)
    .leftJoin(alarmRule, sql`${alarmRule.id} = ${alarmDay.ruleId}`)
    .where(where.counted)
    .groupBy(...Object.values(ruleColumns))
    .having(sql`${alarms} > 0`)
    .orderBy(sql`${alarms} desc`, alarmDay.code, alarmRule.id)
    .limit(TO_MEND)
  return withCustomers(asking, rows)
}

/** The rules whose alarms came in floods. */
function floodedBy(db: Db, where: SQL | undefined) {
  const raised = db.$with('raised').as(
    db
      .select({
        ...ruleColumns,
        n: sql<number>`count(*) over (partition by ${alarmDay.farmPath}, ${alarmDay.day}, slot)`.as('n'),
      })
      .from(alarmDay)
      .innerJoin(sql`unnest(${alarmDay.tens}) as slot`, sql`true`)
      .leftJoin(alarmRule, sql`${alarmRule.id} = ${alarmDay.ruleId}`)
      .where(where),
  )
  const { code, ruleId, ruleName, farmPath } = raised
  return db
    .with(raised)
    .select({ code, ruleId, ruleName, farmPath, alarms: sql<number>`count(*)::integer` })
    .from(raised)
    .where(sql`${raised.n} > ${FLOOD}`)
    .groupBy(code, ruleId, ruleName, farmPath)
    .orderBy(sql`count(*) desc`, code, ruleId)
    .limit(TO_MEND)
}

/** The rules whose alarms stand for more than a day. */
const standingBy = (db: Db, where: SQL | undefined) =>
  db
    .select({ ...ruleColumns, code: alarm.code, alarms: sql<number>`count(*)::integer` })
    .from(alarm)
    .leftJoin(alarmRule, sql`${alarm.rule} = ${FARM_RULE} || ${alarmRule.id}`)
    .where(and(isStanding, where))
    .groupBy(alarm.code, alarmRule.id, alarmRule.name, alarmRule.farmPath)
    .orderBy(sql`count(*) desc`, alarm.code, alarmRule.id)
    .limit(TO_MEND)
