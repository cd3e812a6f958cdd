import { sql } from 'drizzle-orm'
import {
  type OverhaulItemForm,
  overhaulItemFields,
  overhaulItemsContract,
} from '#shared/contracts/overhaul-items.ts'
import { text } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { records } from '../../platform/records/records.ts'
import { releasingOf } from '../../platform/records/releasing.ts'

const plans = sql<number>`(select count(*)::int from ${overhaulPlan} where ${overhaulPlan}.item_id = ${overhaulItem}.id)`

const noMachine = text('请选择按其运行小时计算的设备', 'Choose the machine whose running hours count')
const noKind = text('请选择配件所属的设备类别', 'Choose the kind of machine that the parts are for')
const nameless = text('请至少填写一种语言的名称', 'Enter a name in at least one language')

/** Checks beyond the schema: at least one name of each. */
function faults(form: OverhaulItemForm): FieldFault[] {
  const found: FieldFault[] = []
  if (form.chineseName === '' && form.englishName === '')
    found.push({ field: 'chineseName', message: nameless })
  if (form.chineseEquipment === '' && form.englishEquipment === '')
    found.push({ field: 'chineseEquipment', message: nameless })
  if (form.cycleKind === 'runningHours' && !form.machine) found.push({ field: 'machine', message: noMachine })
  if (form.parts.length > 0 && !form.machineKind) found.push({ field: 'machineKind', message: noKind })
  return found
}

const items = records({
  contract: overhaulItemsContract,
  table: overhaulItem,
  typed: overhaulItemFields,
  computed: { plans },
  search: [
    overhaulItem.chineseName,
    overhaulItem.englishName,
    overhaulItem.chineseEquipment,
    overhaulItem.englishEquipment,
  ],
  sort: language => ({
    equipment: nameIn(language, {
      chineseName: overhaulItem.chineseEquipment,
      englishName: overhaulItem.englishEquipment,
    }),
    name: nameIn(language, overhaulItem),
    cycle: overhaulItem.cycle,
    status: overhaulItem.status,
    plans,
  }),
  filters: { status: overhaulItem.status, cycleKind: overhaulItem.cycleKind },
  officePath: () => ROOT_PATH,
  faults,
  staysFor: ({ plans: count }) =>
    count === 0
      ? null
      : [
          text(
            '有 {count} 个检修计划使用此项目，请改为撤回',
            'Plans with this item: {count}. Withdraw it instead',
          ),
          { count },
        ],
})

export const overhaulItemsFeature = feature('overhaul-items', overhaulItemsContract, {
  ...items.everyday,
  ...releasingOf(items),
})
