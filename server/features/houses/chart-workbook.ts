import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { alarmLabel } from '#shared/alarms.ts'
import { type Chart, ChartWorkbookForm, houses } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { Id } from '#shared/endpoint.ts'
import { holdUnchanged } from '#shared/hold-unchanged.ts'
import { CHART_REPORTS } from '#shared/limits.ts'
import type { Language } from '#shared/text.ts'
import { alarmAmount, alarmUnit } from '../../farm/alarms/amounts.ts'
import { readBelieved, withBelief } from '../../farm/figures/believed-chart.ts'
import type { Db } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import type { CellValue } from '../../platform/excel/cell.ts'
import type { Sheet, SheetColumn } from '../../platform/excel/sheet.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { say } from '../../platform/http/texts.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { sheetTitle, titleOf, wordOf } from '../../platform/jobs/sheet-words.ts'
import type { Exporting, WorkbookSource } from '../../platform/jobs/workbook.ts'
import { readReports } from '../../telemetry/history.ts'
import { type About, columnsOf, nameOf, timeTitle } from './chart-file.ts'
import { foundShared, seenOf } from './house-access.ts'
import { alarmsIn, checkAsked, drawnName } from './house-charts.ts'
import { type FoundHouse, findHouse } from './houses.queries.ts'
import { factsFor } from './metric-facts.ts'

/** The job's parameters. */
const Request = ChartWorkbookForm.extend({ houseId: Id, metrics: z.array(z.string()) })
type Request = z.output<typeof Request>

/** Rows that are handed on together. */
const CHUNK = 1_000
/** Alarms of one file; of more the newest. */
const ALARMS = 10_000

/** Starts the Excel file of a chart. */
export async function exportChart(
  call: ChangingCall & { params: { id: string }; body: z.output<typeof ChartWorkbookForm> },
) {
  const house = await foundShared(call)
  checkAsked(call.body, house)
  await refuseStrangers(call.db, house.row.id, call.body.deviceId)
  const request: Request = { ...call.body, houseId: house.row.id }
  return exporting(chartWorkbook, house.row)({ ...call, body: request })
}

/** A device that never served the house has no values for it. */
export async function refuseStrangers(db: Db, houseId: string, deviceId: string | undefined): Promise<void> {
  if (deviceId === undefined) return
  const served = and(eq(houseDevice.houseId, houseId), eq(houseDevice.deviceId, deviceId))
  if ((await db.$count(houseDevice, served)) === 0)
    throw refuse.invalid([{ field: 'deviceId', message: 'house.deviceUnknown' }])
}

/** The house as far as the requester may see it now. */
export async function houseOf(
  { db, viewer, language }: Asked,
  { houseId, metrics, from, to }: Pick<Request, 'houseId' | 'metrics' | 'from' | 'to'>,
) {
  const house = await findHouse(db, viewer.scope, houseId, language)
  if (!house.now) throw refuse.notShared('farm')
  checkAsked({ metrics, from, to }, house)
  return house
}

async function seriesOf({ asked, progress }: Exporting, request: Request): Promise<Chart> {
  const { metrics, from, to, points, isEveryReport, houseId, deviceId } = request
  const subject = { houseId, deviceId }
  const { db } = await asked()
  const chart = isEveryReport
    ? await readReports(db, subject, { metrics, from, to }, CHART_REPORTS, done => progress(done, null))
    : await readBelieved(db, subject, { metrics, from, to, points, resolution: 'auto' })
  if (chart === null) throw refuse.notFound()
  if (chart === 'tooMany') {
    const limit = CHART_REPORTS.toLocaleString((await asked()).language)
    throw new JobFailed(['chart.tooManyReports', { limit }])
  }
  return holdUnchanged(isEveryReport ? await withBelief(db, subject, request, chart) : chart)
}

/**
 * The rows of a chart: the time, in the house's zone and in UTC, since an hour occurs twice when clocks are set back; and
 * each value as a number. The requester's rights are checked again while they are written.
 */
async function* rowsOf(
  { at }: Chart,
  columns: ReturnType<typeof columnsOf>,
  { asked, progress }: Exporting,
): AsyncGenerator<CellValue[][]> {
  for (let from = 0; from < at.length; from += CHUNK) {
    await asked()
    await progress(from, at.length)
    yield at
      .slice(from, from + CHUNK)
      .map((moment, i) => [
        moment,
        new Date(moment).toISOString(),
        ...columns.map(({ values }) => values[from + i] ?? null),
      ])
  }
}

function seriesSheet(chart: Chart, about: About, work: Exporting): Sheet {
  const columns = columnsOf(chart, about)
  const values = columns.map(
    ({ title, decimals, isWords }): SheetColumn => ({
      title,
      kind: isWords ? 'text' : 'number',
      width: isWords ? 60 : 18,
      ...(decimals !== null && { decimals }),
    }),
  )
  return {
    name: sheetTitle('charts', about.language),
    columns: [
      { title: timeTitle(about), kind: 'instant' },
      { title: 'UTC', kind: 'text', width: 26 },
      ...values,
    ],
    rows: rowsOf(chart, columns, work),
  }
}

const unitsOfTime = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** What one row covers, in words. */
function resolutionOf({ stepMs }: Chart, language: Language): string {
  if (stepMs === 0) return say(language, 'chart.everyReport')
  const [unit, ms] = unitsOfTime.find(([, ms]) => stepMs % ms === 0) ?? unitsOfTime[3]
  const span = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    stepMs / ms,
  )
  return say(language, ['chart.means', { span }])
}

/** What the file shows, for somebody who finds it later. */
function aboutSheet(
  chart: Chart,
  { language, houseName, timeZone, from, to }: About,
  officeName: string,
): Sheet {
  const rows: CellValue[][] = [
    [titleOf('charts', 'houseName', language), houseName],
    [titleOf('charts', 'officeId', language), officeName],
    [say(language, 'chart.from'), momentOf(from, language, timeZone)],
    [say(language, 'chart.to'), momentOf(to, language, timeZone)],
    [say(language, 'chart.resolution'), resolutionOf(chart, language)],
    [titleOf('charts', 'timeZone', language), timeZone],
    [say(language, 'chart.gaps'), say(language, 'chart.gapsAre')],
    ...(chart.imported ?? []).map(({ source, from: since, to: until }): CellValue[] => [
      say(language, ['chart.importedFrom', { source }]),
      `${momentOf(since, language, timeZone)} – ${momentOf(until, language, timeZone)}`,
    ]),
  ]
  return {
    name: say(language, 'chart.about'),
    columns: [
      { title: say(language, 'chart.fact'), kind: 'text' },
      { title: say(language, 'chart.value'), kind: 'text', width: 60 },
    ],
    rows: [rows],
  }
}

/** The alarms of the period, newest first; the sheet's name says when these are not all. */
async function alarmSheet({ db, ...reader }: Asked, { houseId, from, to }: Request, timeZone: string) {
  const { language } = reader
  const found = await alarmsIn(db, houseId, new Date(from), new Date(to), ALARMS + 1)
  const title = (field: string) => titleOf('alarms', field, language)
  const inZone = (field: string) => ({ title: `${title(field)} (${timeZone})`, kind: 'instant' as const })
  const rows: CellValue[][] = found
    .slice(0, ALARMS)
    .map(({ code, level, condition, handling, ...alarm }) => [
      alarm.raisedAt.getTime(),
      alarm.clearedAt?.getTime() ?? null,
      alarmLabel(code, reader.units)[language],
      wordOf('severity', level, language),
      wordOf('condition', condition, language),
      wordOf('handling', handling, language),
      alarmAmount(code, alarm.value, reader),
      alarmAmount(code, alarm.limit, reader),
      alarmUnit(code, reader),
    ])
  const words = ['code', 'level', 'condition', 'handling'].map(field => ({
    title: title(field),
    kind: 'text' as const,
  }))
  const unit = { title: title('unit'), kind: 'text' as const, width: 10 }
  const numbers = ['value', 'limit'].map(field => ({ title: title(field), kind: 'number' as const }))
  const limit = ALARMS.toLocaleString(language)
  return {
    name:
      found.length > ALARMS
        ? say(language, ['chart.newestAlarms', { limit }])
        : sheetTitle('alarms', language),
    columns: [inZone('raisedAt'), inZone('clearedAt'), ...words, ...numbers, unit],
    rows: [rows],
  }
}

export const zoneOf = ({ row, officeZone }: FoundHouse): string => row.timeZone ?? officeZone

/** A chart in Excel: its lines, what they are, and the alarms of the period for requesters who may see alarms. */
export const chartWorkbook: WorkbookSource = {
  list: 'charts',
  needs: houses.chartWorkbook.access,
  async workbook(work) {
    const request = Request.parse(work.row.request)
    const asked = await work.asked()
    const { db, language } = asked
    const house = await houseOf(asked, request)
    const timeZone = zoneOf(house)
    const about: About = {
      language,
      units: asked.units,
      timeZone,
      houseName: drawnName(house, request.deviceId),
      from: request.from,
      to: request.to,
      facts: await factsFor(db, house, request.metrics, request.deviceId),
    }
    const chart = await seriesOf(work, request)
    const sheets = [seriesSheet(chart, about, work), aboutSheet(chart, about, house.officeName)]
    // Reading may have taken minutes: the requester's rights are checked again.
    const now = await work.asked()
    const { access: seesAlarms } = houses.alarmMarks
    const hasAlarms = now.viewer.grants.has(seesAlarms)
    if (hasAlarms) sheets.push(await alarmSheet(now, request, timeZone))
    const total = chart.at.length
    const alsoNeeds = hasAlarms ? [seesAlarms] : []
    return { name: nameOf(about), sheets, timeZone, total, alsoNeeds, seen: () => [seenOf(house)] }
  },
}
