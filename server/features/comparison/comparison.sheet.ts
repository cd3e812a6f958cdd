import {
  type Compared,
  type ComparedCourse,
  type ComparedSettings,
  ComparisonRequest,
  comparison,
  type Metered,
} from '#shared/contracts/comparison.ts'
import { against, furtherMeasuresOf, measuresOf } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import {
  formatSignal,
  labelOfMetric,
  metricByName,
  settingByName,
  settingGroupNames,
  unitWord,
} from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { numberFor, type Reader, shownUnit } from '#shared/units.ts'
import { daysAfter } from '#shared/zone-time.ts'
import type { CellValue } from '../../platform/excel/cell.ts'
import type { Sheet, SheetColumn } from '../../platform/excel/sheet.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'
import { sheetTitle, titleOf } from '../../platform/jobs/sheet-words.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { settingsOf } from './compared-settings.ts'
import { type FoundItem, findItems, seenItems } from './comparison.queries.ts'
import { coursesOf } from './courses.ts'
import { meteredOf } from './metered.ts'

const words = {
  weeks: text('各周', 'Weeks'),
  settings: text('参数差异', 'Different settings'),
  week: text('周龄', 'Week of age'),
  from: text('起始日期', 'From'),
  standard: text('标准', 'standard'),
  group: text('参数组', 'Group'),
  setting: text('参数', 'Setting'),
  unit: text('单位', 'Unit'),
  age: text('日龄（天）', 'Age, days'),
  time: text('时间', 'Time'),
  leftOut: text('存疑读数未列', 'without values in doubt'),
}
const { access: seesSettings } = comparison.settings

/** For a flock compared with another of the same house, the number as well. */
const nameOf = ({ house, course }: Compared): string =>
  [house.name, course?.flock.number].filter(Boolean).join(' · ')

/** The middle of the standard; none beside a figure of birds that nobody counted. */
function standardBeside(
  course: ComparedCourse,
  measure: FlockMeasure,
  week: ComparedCourse['weeks'][number],
) {
  const { standard, lacks } = against(course, measure, week)
  return lacks ? null : standard?.mid
}

/** A row for each week of each flock, with its standard beside the figures. */
function weeksSheet(items: readonly Compared[], reader: Reader): Sheet {
  const { language, units } = reader
  const courses = items.flatMap(item => (item.course ? [{ item, course: item.course }] : []))
  const measures = [
    ...new Set(courses.flatMap(({ course }) => [...measuresOf(course), ...furtherMeasuresOf(course)])),
  ]
  const columnsOf = (measure: FlockMeasure): SheetColumn[] => {
    const { unit, decimals, label } = flockMeasures[measure]
    const shown = shownUnit(unit, units)
    const title = [label[language], unit && `(${shown.unit})`].filter(Boolean).join(' ')
    const number = { kind: 'number' as const, decimals: shown.decimals(decimals), width: 16 }
    return [
      { title, ...number },
      { title: `${title}, ${words.standard[language]}`, ...number },
    ]
  }
  const inUnits = (measure: FlockMeasure, value: number | null | undefined) =>
    value === null || value === undefined ? null : numberFor(value, flockMeasures[measure].unit, units)
  const rows = courses.flatMap(({ item, course }) =>
    course.weeks.map((week): CellValue[] => [
      nameOf(item),
      week.week,
      daysAfter(course.flock.placedOn, 7 * (week.week - 1) - course.placedAge),
      ...measures.flatMap(measure => [
        inUnits(measure, week[measure]),
        inUnits(measure, standardBeside(course, measure, week)),
      ]),
    ]),
  )
  return {
    name: words.weeks[language],
    columns: [
      { title: titleOf('charts', 'houseName', language), kind: 'text', width: 28 },
      { title: words.week[language], kind: 'number' },
      { title: words.from[language], kind: 'date' },
      ...measures.flatMap(columnsOf),
    ],
    rows: [rows],
  }
}

/** A row for each point of the axis, a column for each item. */
function metricSheet(
  metric: string,
  by: 'age' | 'clock',
  { items }: Metered,
  named: readonly Compared[],
  reader: Reader,
): Sheet {
  const { language, units } = reader
  const signal = metricByName.get(metric)
  const unit = signal?.unit ?? ''
  const title = [labelOfMetric(metric, language), unitWord(unit, reader) && `(${unitWord(unit, reader)})`]
    .filter(Boolean)
    .join(' ')
  const at = [...new Set(items.flatMap(item => item.at))].sort((a, b) => a - b)
  const values = items.map(item => new Map(item.at.map((moment, i) => [moment, item.mean[i] ?? null])))
  const decimals = signal && { decimals: shownUnit(unit, units).decimals(signal.decimals) }
  return {
    name: labelOfMetric(metric, language).slice(0, 28),
    columns: [
      by === 'age'
        ? { title: words.age[language], kind: 'number' }
        : { title: words.time[language], kind: 'instant' },
      ...items.map(({ key, doubts }) => {
        const item = named.find(each => each.key === key)
        const isDoubted = doubts.length > 0 && words.leftOut[language]
        const column = [[item && nameOf(item), title].filter(Boolean).join(': '), isDoubted]
          .filter(Boolean)
          .join(', ')
        return { title: column, kind: 'number' as const, width: 24, ...decimals }
      }),
    ],
    rows: [
      at.map((moment): CellValue[] => [
        moment,
        ...values.map(each => {
          const value = each.get(moment) ?? null
          return value === null ? null : numberFor(value, unit, units)
        }),
      ]),
    ],
  }
}

/** A number in the reader's unit, to be counted with; what has a name, such as a mode, in words. */
function settingCell(
  value: ComparedSettings['differing'][number]['values'][number],
  signal: ReturnType<typeof settingByName>,
  reader: Reader,
): CellValue {
  if (typeof value !== 'number' || !signal || signal.enum || signal.unit === 'bool')
    return formatSignal(value, signal ?? { unit: '', decimals: 0 }, reader)
  const shown = shownUnit(signal.unit, reader.units)
  const amount = signal.isDifference ? shown.difference(value) : shown.shown(value)
  return Number(amount.toFixed(shown.decimals(signal.decimals)))
}

async function settingsSheet(
  { db, ...reader }: Asked,
  found: readonly FoundItem[],
  named: readonly Compared[],
): Promise<Sheet> {
  const { language } = reader
  const { keys, differing } = await settingsOf(db, found)
  const rows = differing.map(({ name, values }): CellValue[] => {
    const signal = settingByName(name)
    return [
      signal ? settingGroupNames[signal.group][language] : '',
      signal?.label[language] ?? name,
      signal ? unitWord(signal.unit, reader) : '',
      ...values.map(value => settingCell(value, signal, reader)),
    ]
  })
  const column = { kind: 'text' as const, width: 24 }
  return {
    name: words.settings[language],
    columns: [
      { title: words.group[language], ...column },
      { title: words.setting[language], ...column, width: 44 },
      { title: words.unit[language], ...column, width: 12 },
      ...keys.map(key => ({
        title: named.find(each => each.key === key)?.house.name ?? key,
        kind: 'number' as const,
        width: 24,
      })),
    ],
    rows: [rows],
  }
}

/**
 * The comparison in Excel: every week of each flock, a chosen metric, and the differing settings, for readers who may see
 * them.
 */
export const comparisonWorkbook: WorkbookSource = {
  list: 'comparison',
  needs: comparison.comparisonWorkbook.access,
  async workbook(work) {
    const { items, metric, by, days } = ComparisonRequest.parse(work.row.request)
    const asked = await work.asked()
    const { db, language, viewer } = asked
    const found = await findItems(asked, items)
    const compared = await coursesOf(db, found)
    const sheets = [weeksSheet(compared, asked)]
    if (metric !== undefined) {
      const metered = await meteredOf(db, found, { metric, by, days })
      sheets.push(metricSheet(metric, by, metered, compared, asked))
    }
    const hasSettings = viewer.grants.has(seesSettings)
    if (hasSettings) sheets.push(await settingsSheet(asked, found, compared))
    const name = [sheetTitle('comparison', language), ...new Set(found.map(({ house }) => house.name))]
    return {
      name: name.join(' ').replaceAll(/[\\/:*?"<>|]+/g, '-'),
      sheets,
      timeZone: found[0]?.timeZone ?? viewer.timeZone,
      total: sheets.length,
      alsoNeeds: hasSettings ? [seesSettings] : [],
      seen: () => seenItems(found),
    }
  },
}
