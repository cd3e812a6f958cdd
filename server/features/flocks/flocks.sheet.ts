import { inArray } from 'drizzle-orm'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { lackingWord } from '#shared/flock-figures/course-measures.ts'
import { flockCategoryNames, flockStateNames } from '#shared/flocks.ts'
import { litterNames } from '#shared/litter.ts'
import { openingFieldNames, openingLabels, openingNumbers } from '#shared/opening.ts'
import { text } from '#shared/text.ts'
import { flocksWhere, seenFlocks, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import { type FlockFilter, flockIds } from './flock-list.ts'
import { flocksImport, unitOfOpening } from './flocks-import.ts'

/** The flocks in Excel. */
export const flocksSheet = listSheet({
  list: 'flocks',
  contract: flocks,
  columns: [
    { field: 'number', kind: 'text', label: text('批次号', 'Flock') },
    { field: 'houseName', kind: 'text', width: 24, label: text('鸡舍', 'House') },
    { field: 'customer', kind: 'text', width: 28, isOthers: true, label: text('客户', 'Customer') },
    { field: 'state', kind: 'text', words: flockStateNames, label: text('状态', 'State') },
    { field: 'type', kind: 'text', words: 'houseType', label: text('类型', 'Type') },
    { field: 'category', kind: 'text', words: flockCategoryNames, label: text('养殖类别', 'Category') },
    { field: 'breed', kind: 'text', label: text('品种', 'Breed') },
    { field: 'placedOn', kind: 'date', label: text('入舍日期', 'Placed on') },
    { field: 'hatchedOn', kind: 'date', label: text('出雏日期', 'Hatched on') },
    { field: 'placedCount', kind: 'whole', label: text('入舍数', 'Placed') },
    { field: 'litter', kind: 'text', words: litterNames, label: text('垫料', 'Litter') },
    { field: 'maturedOn', kind: 'date', label: text('开产日期', 'In lay since') },
    { field: 'matureCount', kind: 'whole', label: text('开产数', 'Hens housed') },
    ...openingFieldNames.flatMap((field): ExportColumn<Flock>[] =>
      field === 'takenOver'
        ? []
        : [
            {
              field,
              kind: field === 'openingPlacedOn' ? 'date' : openingNumbers[field].isWhole ? 'whole' : 'number',
              label: openingLabels[field],
              ...(field !== 'openingPlacedOn' && unitOfOpening(field)),
              value: (flock: Flock) => flock[field],
            },
          ],
    ),
    { field: 'endedOn', kind: 'date', label: text('结束日期', 'Ended on') },
    { field: 'dayAge', kind: 'whole', label: text('日龄', 'Age, days') },
    { field: 'alive', kind: 'whole', label: text('存栏数', 'Alive') },
    { field: 'placedMales', kind: 'whole', label: text('入舍公鸡数', 'Males placed') },
    { field: 'males', kind: 'whole', label: text('公鸡存栏', 'Males alive') },
    { field: 'lost', kind: 'whole', label: text('累计死淘', 'Dead and culled') },
    {
      field: 'livability',
      kind: 'number',
      label: text('存活率 %', 'Livability %'),
      value: ({ livability }: Flock) => livability,
    },
    {
      field: 'livabilityLacks',
      kind: 'text',
      width: 30,
      label: text('存活率空缺原因', 'Why livability is missing'),
      value: ({ livabilityLacks: why }: Flock, { language }) => why && lackingWord(why, language),
    },
    {
      field: 'rate',
      kind: 'number',
      label: text('产蛋率 %', 'Laying rate %'),
      value: ({ rate }: Flock) => rate,
    },
    { field: 'lastRecordOn', kind: 'date', label: text('最近记录', 'Last record') },
    { field: 'note', kind: 'text', width: 40, label: text('备注', 'Note') },
  ],
  ids: ({ db, viewer }, query: FlockFilter & { sort?: string | undefined }) =>
    flockIds(db, viewer.scope, query),
  rows: async ({ db, viewer, language }, ids) =>
    (await flocksWhere(db, viewer.scope, language, inArray(flock.id, [...ids]))).map(shownFlock),
  seen: async ({ db, viewer, language }, ids) =>
    seenFlocks(await flocksWhere(db, viewer.scope, language, inArray(flock.id, [...ids]))),
  import: flocksImport,
})
