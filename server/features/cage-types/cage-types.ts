import { and, arrayContains, eq, sql } from 'drizzle-orm'
import { isTiered } from '#shared/cage-types.ts'
import { type CageTypeForm, cageTypeFields, cageTypes } from '#shared/contracts/cage-types.ts'
import { text } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'
import { records } from '../../platform/records/records.ts'
import { releasingOf } from '../../platform/records/releasing.ts'

const OPTIONS = 100

/** Columns with their tables: in a query of one table drizzle names them alone, which here would be the house's. */
const houses = sql<number>`(select count(*)::int from ${house}
  where ${house}.cage_type_id = ${cageType}.id and ${house}.deleted_at is null)`

/** What the schema cannot say: one name at least, and one tier on the floor. */
function faults({ chineseName, englishName, layout, tiers }: CageTypeForm): FieldFault[] {
  const found: FieldFault[] = []
  if (chineseName === '' && englishName === '')
    found.push({
      field: 'chineseName',
      message: text('请至少填写一种语言的名称', 'Enter a name in at least one language'),
    })
  if (!isTiered(layout) && tiers > 1)
    found.push({ field: 'tiers', message: text('平养只有一层', 'Birds on the floor have one tier') })
  return found
}

const types = records({
  contract: cageTypes,
  table: cageType,
  typed: cageTypeFields,
  computed: { houses },
  search: [cageType.chineseName, cageType.englishName],
  sort: language => ({
    name: nameIn(language, cageType),
    layout: cageType.layout,
    tiers: cageType.tiers,
    rows: cageType.rows,
    status: cageType.status,
    houses,
    createdAt: cageType.createdAt,
  }),
  filters: { status: cageType.status, layout: cageType.layout },
  officePath: () => ROOT_PATH,
  faults,
  staysFor: ({ houses: count }) =>
    count === 0
      ? null
      : [
          text(
            '有 {count} 栋鸡舍使用此类型，请改为撤回，或先为这些鸡舍更换类型',
            'Houses that have this type: {count}. Withdraw it instead, or give those houses another',
          ),
          { count },
        ],
})

/** Imported types are drafts until they are released. */
export const cageTypesSheet = recordSheet(types, {
  list: 'cage-types',
  known: {
    by: ['chineseName', 'englishName'],
    taken: text('已有同名类型', 'There is a type of this name already'),
  },
})

export const cageTypesFeature = feature('cage-types', cageTypes, {
  ...types.everyday,
  ...releasingOf(types),
  ...sheetOf(cageTypesSheet),
  options: ({ db, query: { search, houseType }, language }) => {
    const name = nameIn(language, cageType)
    return db
      .select({ id: cageType.id, name })
      .from(cageType)
      .where(
        and(
          eq(cageType.status, 'released'),
          search ? types.found(search) : undefined,
          houseType && arrayContains(cageType.houseTypes, [houseType]),
        ),
      )
      .orderBy(name, cageType.id)
      .limit(OPTIONS)
  },
})
