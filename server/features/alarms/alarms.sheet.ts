import { inArray } from 'drizzle-orm'
import { alarmLabel } from '#shared/alarms.ts'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { alarmAmount, alarmUnit } from '../../farm/alarms/amounts.ts'
import { type AlarmLog, type LoggedStep, loggedSteps } from '../../farm/alarms/log-steps.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { alarmIds, alarmsById } from './alarms.queries.ts'

type Logged = Alarm & { log: AlarmLog }

/** Columns of each step of the log. */
const stepFields = {
  seen: { at: 'seenAt', by: 'seenBy' },
  going: { at: 'goingAt', by: 'goingBy' },
  on_site: { at: 'onSiteAt', by: 'onSiteBy' },
  solved: { at: 'solvedAt', by: 'solvedBy' },
} as const satisfies Record<LoggedStep, unknown>

/** The alarms in Excel, each with every step taken about it. */
export const alarmsSheet = listSheet({
  list: 'alarms',
  contract: alarms,
  columns: [
    {
      field: 'customerName',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ customer }: Logged) => customer,
    },
    {
      field: 'houses',
      kind: 'text',
      width: 28,
      value: ({ houses }: Logged, { language }) =>
        houses.map(({ name }) => name).join(language === 'zh-CN' ? '、' : ', '),
    },
    {
      field: 'code',
      kind: 'text',
      width: 32,
      value: ({ code }: Logged, { language, units }) => alarmLabel(code, units)[language],
    },
    { field: 'level', kind: 'text', words: 'severity' },
    {
      field: 'condition',
      kind: 'text',
      words: 'condition',
      value: ({ condition, latchedAt }: Logged) => (latchedAt === null ? condition : 'latched'),
    },
    { field: 'handling', kind: 'text', words: 'handling' },
    { field: 'raisedAt', kind: 'instant' },
    { field: 'latchedAt', kind: 'instant' },
    { field: 'clearedAt', kind: 'instant' },
    { field: 'endReason', kind: 'text', words: 'endReason' },
    // Rows have different metrics, so the unit is beside the values.
    {
      field: 'value',
      kind: 'number',
      value: ({ code, value }: Logged, reader) => alarmAmount(code, value, reader),
    },
    {
      field: 'limit',
      kind: 'number',
      value: ({ code, limit }: Logged, reader) => alarmAmount(code, limit, reader),
    },
    {
      field: 'target',
      kind: 'number',
      value: ({ code, target }: Logged, reader) => alarmAmount(code, target, reader),
    },
    { field: 'unit', kind: 'text', width: 10, value: ({ code }: Logged, reader) => alarmUnit(code, reader) },
    { field: 'repeats', kind: 'whole' },
    {
      field: 'toldAt',
      kind: 'instant',
      value: ({ log }: Logged) => log.told?.toISOString() ?? null,
    },
    ...loggedSteps.flatMap(step => [
      {
        field: stepFields[step].at,
        kind: 'instant' as const,
        value: ({ log }: Logged) => log.steps.get(step)?.at.toISOString() ?? null,
      },
      {
        field: stepFields[step].by,
        kind: 'text' as const,
        value: ({ log }: Logged) => log.steps.get(step)?.by ?? null,
      },
    ]),
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
