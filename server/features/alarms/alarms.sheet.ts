import { inArray } from 'drizzle-orm'
import { alarmLabel } from '#shared/alarms.ts'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { alarmAmount, alarmUnit } from '../../farm/alarms/amounts.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { alarmIds, alarmsById } from './alarms.queries.ts'

/** The alarms in Excel. */
export const alarmsSheet = listSheet({
  list: 'alarms',
  contract: alarms,
  columns: [
    {
      field: 'customerName',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ customer }: Alarm) => customer,
    },
    {
      field: 'houses',
      kind: 'text',
      width: 28,
      value: ({ houses }: Alarm, { language }) =>
        houses.map(({ name }) => name).join(language === 'zh-CN' ? '、' : ', '),
    },
    {
      field: 'code',
      kind: 'text',
      width: 32,
      value: ({ code }: Alarm, { language, units }) => alarmLabel(code, units)[language],
    },
    { field: 'level', kind: 'text', words: 'severity' },
    { field: 'condition', kind: 'text', words: 'condition' },
    { field: 'handling', kind: 'text', words: 'handling' },
    { field: 'raisedAt', kind: 'instant' },
    { field: 'clearedAt', kind: 'instant' },
    { field: 'endReason', kind: 'text', words: 'endReason' },
    // Rows have different metrics, so the unit is beside the values.
    {
      field: 'value',
      kind: 'number',
      value: ({ code, value }: Alarm, reader) => alarmAmount(code, value, reader),
    },
    {
      field: 'limit',
      kind: 'number',
      value: ({ code, limit }: Alarm, reader) => alarmAmount(code, limit, reader),
    },
    {
      field: 'target',
      kind: 'number',
      value: ({ code, target }: Alarm, reader) => alarmAmount(code, target, reader),
    },
    { field: 'unit', kind: 'text', width: 10, value: ({ code }: Alarm, reader) => alarmUnit(code, reader) },
    { field: 'repeats', kind: 'whole' },
    { field: 'handledBy', kind: 'text' },
    { field: 'handledAt', kind: 'instant' },
    { field: 'cause', kind: 'text', words: 'cause' },
  ],
  ids: ({ db }, query: Parameters<typeof alarmIds>[1]) => alarmIds(db, query),
  rows: (asked, ids) => alarmsById(asked, ids),
  seen: ({ db }, ids) =>
    db
      .selectDistinct({ farmPath: alarm.farmPath })
      .from(alarm)
      .where(inArray(alarm.id, [...ids])),
})
