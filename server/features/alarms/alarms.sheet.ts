import { inArray } from 'drizzle-orm'
import { alarmLabel } from '#shared/alarms.ts'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import type { Language } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { alarmAmount, alarmUnit } from '../../farm/alarms/amounts.ts'
import { type AlarmLog, type LoggedEvent, type LoggedStep, loggedSteps } from '../../farm/alarms/log-steps.ts'
import { howOf, siteProof, whatOf, whoOf } from '../../farm/alarms/log-words.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Workbook } from '../../platform/jobs/workbook.ts'
import { alarmIds, alarmsById } from './alarms.queries.ts'

type Logged = Alarm & { log: AlarmLog }

/** Columns of each step of the log. */
const stepFields = {
  seen: { at: 'seenAt', by: 'seenBy' },
  going: { at: 'goingAt', by: 'goingBy' },
  on_site: { at: 'onSiteAt', by: 'onSiteBy' },
  solved: { at: 'solvedAt', by: 'solvedBy' },
} as const satisfies Record<LoggedStep, unknown>

const houseNames = ({ houses }: Logged, { language }: Reader): string =>
  houses.map(({ name }) => name).join(language === 'zh-CN' ? '、' : ', ')
const labelOf = ({ code }: Logged, { language, units }: Reader): string => alarmLabel(code, units)[language]

/** The alarms, a row each. */
const list = listSheet({
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
      value: houseNames,
    },
    {
      field: 'code',
      kind: 'text',
      width: 32,
      value: labelOf,
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
        value: ({ log }: Logged, { language }: Reader) => byOf(log, step, language),
      },
    ]),
    {
      field: 'onSiteHow',
      kind: 'text',
      value: ({ log }: Logged, { language }: Reader) => proofOf(log, language),
    },
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

/** Who took a step. */
function byOf({ steps }: AlarmLog, step: LoggedStep, language: Language): string | null {
  const taken = steps.get(step)
  return taken ? whoOf({ name: taken.by, via: taken.via }, language) : null
}

/** What proves that somebody was on site. */
function proofOf({ steps }: AlarmLog, language: Language): string | null {
  const via = steps.get('on_site')?.via
  return via ? siteProof(via, language) : null
}

type Happened = Logged & { event: LoggedEvent }

/** Everything that happened to each alarm, in its order: whom it was told and with what result, and what they did. */
const course = listSheet({
  list: 'alarm-course',
  contract: alarms,
  columns: [
    {
      field: 'customerName',
      kind: 'text',
      width: 28,
      isOthers: true,
      value: ({ customer }: Happened) => customer,
    },
    { field: 'houses', kind: 'text', width: 28, value: houseNames },
    { field: 'code', kind: 'text', width: 32, value: labelOf },
    { field: 'raisedAt', kind: 'instant' },
    { field: 'at', kind: 'instant', value: ({ event }: Happened) => event.at.toISOString() },
    { field: 'what', kind: 'text', value: ({ event }: Happened, { language }) => whatOf(event, language) },
    { field: 'who', kind: 'text', value: ({ event }: Happened, { language }) => whoOf(event, language) },
    {
      field: 'how',
      kind: 'text',
      width: 48,
      value: ({ event }: Happened, { language }) => howOf(event, language) || null,
    },
    {
      field: 'until',
      kind: 'instant',
      value: ({ event }: Happened) => event.until?.toISOString() ?? null,
    },
    { field: 'note', kind: 'text', width: 40, value: ({ event }: Happened) => event.note },
  ],
  ids: ({ db }, query: Parameters<typeof alarmIds>[1]) => alarmIds(db, query),
  rows: async (asked, ids) =>
    (await alarmsById(asked, ids)).flatMap(row => row.log.events.map(event => ({ ...row, event }))),
})

/** The alarms in Excel, and on a second sheet every step taken about each. */
export const alarmsSheet: typeof list = {
  ...list,
  async workbook(work): Promise<Workbook> {
    const book = await list.workbook(work)
    // Counted as done while the alarms were written.
    const steps = await course.workbook({ ...work, progress: () => work.progress(book.total, book.total) })
    return { ...book, sheets: [...book.sheets, ...steps.sheets] }
  },
}
