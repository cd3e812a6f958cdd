import { eq, inArray, sql } from 'drizzle-orm'
import { type AlarmRuleForm, alarmRuleFields, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { isFlockFigure } from '#shared/rule-subjects.ts'
import type { Reader } from '#shared/units.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteDeed, noteLook } from '../../platform/http/viewing.ts'
import { records } from '../../platform/records/records.ts'
import { betterRule } from './better-limit.ts'
import { conditionOfForm, refuseDuplicate, refuseHouse, ruleFaults } from './rule-faults.ts'
import { tryRule } from './try-out.ts'

const houseName = sql<string | null>`(select name from ${house} where ${house}.id = ${alarmRule}.house_id)`

/** Where a rule applies; its delay, in days for a figure of the flock; and what it depends on, whole or not at all. */
function columnsBeside(form: AlarmRuleForm) {
  const { houseId = null, houseType = null, metric, forMinutes, forDays } = form
  const isFigure = isFlockFigure(metric)
  const condition = conditionOfForm(form)
  return {
    houseId,
    houseType: houseId ? null : houseType,
    forMinutes: isFigure ? 0 : forMinutes,
    forDays: isFigure ? (forDays ?? 1) : 1,
    conditionMetric: condition?.metric ?? null,
    conditionDirection: condition?.direction ?? null,
    conditionLimit: condition?.limit ?? null,
  }
}

/** Refuses nonsense in the reader's words and units. */
function refuseNonsense(form: AlarmRuleForm, reader: Reader): void {
  const faults = ruleFaults(form, reader)
  if (faults.length > 0) throw refuse.invalid(faults)
}

const rules = records({
  contract: alarmRules,
  table: alarmRule,
  typed: alarmRuleFields,
  computed: { houseName },
  search: [alarmRule.name],
  sort: () => ({
    name: alarmRule.name,
    metric: alarmRule.metric,
    limit: alarmRule.limit,
    level: alarmRule.level,
    status: alarmRule.status,
    createdAt: alarmRule.createdAt,
  }),
  filters: { status: alarmRule.status, level: alarmRule.level, metric: alarmRule.metric },
  officePath: ({ viewer }) => viewer.officePath,
  beside: { check: refuseHouse, columns: columnsBeside },
})

type Looking = AnyCall & { db: Db; viewer: Viewer }

/** The farms whose rules somebody above them was shown or has changed. */
const farmsOf = (db: Db, ids: readonly string[]) =>
  db
    .selectDistinct({ farmPath: alarmRule.farmPath })
    .from(alarmRule)
    .where(inArray(alarmRule.id, [...ids]))
async function noteShown(call: Looking, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await noteLook(call, 'alarms', await farmsOf(call.db, ids))
}

const { list, get, create, update, remove } = rules.everyday

export const alarmRulesFeature = feature('alarm-rules', alarmRules, {
  ...rules.everyday,
  list: async call => {
    const page = await list(call)
    await noteShown(
      call,
      page.items.map(({ id }) => id),
    )
    return page
  },
  get: async call => {
    const rule = await get(call)
    await noteShown(call, [rule.id])
    return rule
  },
  create: async call => {
    refuseNonsense(call.body, call)
    await refuseDuplicate(call.db, call.viewer.officePath, call.body, null)
    return create(call)
  },
  update: async call => {
    const { db, body, params } = call
    refuseNonsense(body, call)
    const [known] = await db
      .select({ officePath: alarmRule.officePath })
      .from(alarmRule)
      .where(eq(alarmRule.id, params.id))
    if (known) await refuseDuplicate(db, known.officePath, body, params.id)
    await noteDeed(call, 'handling', await farmsOf(db, [params.id]))
    return update(call)
  },
  tryOut: tryRule,
  better: betterRule,
  remove: async call => {
    await noteDeed(call, 'handling', await farmsOf(call.db, [call.params.id]))
    return remove(call)
  },
})
