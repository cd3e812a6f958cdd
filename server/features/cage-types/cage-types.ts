import { arrayContains, sql } from 'drizzle-orm'
import { cageTypeFields, cageTypes, isTiered } from '#shared/contracts/cage-types.ts'
import { text } from '#shared/text.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { publishedRecords } from '../../platform/records/published.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'

const MODULE = 'cage-types'

const types = publishedRecords({
  module: MODULE,
  contract: cageTypes,
  table: cageType,
  typed: cageTypeFields,
  usedBy: {
    field: 'houses',
    // Columns with their table names: in a single-table query drizzle leaves them out, and they would mean the house's
    // columns here.
    count: sql<number>`(select count(*)::int from ${house}
      where ${house}.cage_type_id = ${cageType}.id and ${house}.deleted_at is null)`,
    by: house.cageTypeId,
    stays: text(
      '有 {count} 栋鸡舍使用此类型，请改为撤回，或先为这些鸡舍更换类型',
      'Houses with this type: {count}. Withdraw it instead, or choose another type for them',
    ),
  },
  sort: { layout: cageType.layout, tiers: cageType.tiers, rows: cageType.rows },
  filters: { layout: cageType.layout },
  faults: ({ layout, tiers }) =>
    !isTiered(layout) && tiers > 1
      ? [{ field: 'tiers', message: text('平养只有一层', 'Floor systems have only one tier') }]
      : [],
})

/** Imported types are drafts until they are released. */
export const cageTypesSheet = recordSheet(types, {
  list: MODULE,
  known: {
    by: ['chineseName', 'englishName'],
    taken: text('已有同名类型', 'A type with this name already exists'),
  },
})

export const cageTypesFeature = feature(MODULE, cageTypes, {
  ...types.everyday,
  ...sheetOf(cageTypesSheet),
  options: ({ db, language, query: { search, houseType } }) =>
    types.options({ db, language, search }, houseType && arrayContains(cageType.houseTypes, [houseType])),
})
