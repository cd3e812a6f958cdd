import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { laxerThan } from '#shared/alarm-rules.ts'
import { type AlarmRuleForm, alarmRuleFields, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteDeed, noteLook } from '../../platform/http/viewing.ts'
import { records } from '../../platform/records/records.ts'

const houseName = sql<string | null>`(select name from ${house} where ${house}.id = ${alarmRule}.house_id)`

const laxer = text(
  '平台内置报警在 {limit} 已经响起且不能关闭，规则只能更严',
  'The built-in alarm rings at {limit} and cannot be turned off. A rule can only be stricter',
)

/** No rule may be weaker than a built-in alarm. */
function faults({ metric, direction, limit }: AlarmRuleForm): FieldFault[] {
  const builtIn = laxerThan({ metric, direction, limit })
  return builtIn === null ? [] : [{ field: 'limit', message: [laxer, { limit: builtIn }] }]
}

async function checkHouse(db: Db, { houseId }: AlarmRuleForm): Promise<void> {
  if (!houseId) return
  const known = await db.$count(house, and(eq(house.id, houseId), isNull(house.deletedAt)))
  if (known === 0)
    throw refuse.invalid([
      { field: 'houseId', message: text('请选择自己的鸡舍', 'Choose one of your houses') },
    ])
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
  faults,
  beside: {
    check: checkHouse,
    columns: ({ houseId, houseType }) => ({
      houseId: houseId ?? null,
      houseType: houseId ? null : (houseType ?? null),
    }),
  },
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

const { list, get, update, remove } = rules.everyday

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
  update: async call => {
    await noteDeed(call, 'handling', await farmsOf(call.db, [call.params.id]))
    return update(call)
  },
  remove: async call => {
    await noteDeed(call, 'handling', await farmsOf(call.db, [call.params.id]))
    return remove(call)
  },
})
