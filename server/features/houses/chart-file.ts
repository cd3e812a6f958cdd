import { stoodAt } from '#shared/believed-chart.ts'
import type { Chart, MetricFacts } from '#shared/contracts/houses.ts'
import { sayDoubt } from '#shared/probe-doubts.ts'
import { labelOfMetric, unitWord } from '#shared/signals.ts'
import { numberFor, type Reader, shownUnit } from '#shared/units.ts'
import { say } from '../../platform/http/texts.ts'

export interface About extends Reader {
  houseName: string
  timeZone: string
  /** ms since 1970 */
  from: number
  to: number
  facts: readonly MetricFacts[]
}

/** Excel reads the file as UTF-8 only if it begins with this. */
const MARK = '\ufeff'
/** Spreadsheets take a cell that begins like this for a formula; metric names are whatever a device sends. */
const FORMULA = /^[=+\-@\t\r]/
const UNSAFE_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

/** A chart as comma-separated text: time in the house's zone and in UTC, then the metrics; numbers plain, gaps empty. */
export function writeChart(chart: Chart, about: About): { name: string; text: string } {
  const columns = columnsOf(chart, about)
  const head = [timeTitle(about), 'UTC', ...columns.map(({ title }) => title)]
  const lines = [head.map(textCell).join()]
  const local = localTime(about.timeZone)
  for (const [i, at] of chart.at.entries()) {
    const moment = new Date(at)
    const cells = columns.map(({ values }) => {
      const value = values[i] ?? ''
      return typeof value === 'string' && value !== '' ? textCell(value) : value
    })
    lines.push([local(moment), moment.toISOString(), ...cells].join())
  }
  return { name: `${nameOf(about)}.csv`, text: `${MARK}${lines.join('\r\n')}\r\n` }
}

/** Title of the time column. */
export const timeTitle = ({ language, timeZone }: Pick<About, 'language' | 'timeZone'>): string =>
  `${say(language, 'chart.time')} (${timeZone})`

interface ValueColumn {
  title: string
  values: readonly (number | string | null)[]
  /** Digits after the point; null if unknown, and for words. */
  decimals: number | null
  isWords?: true
}

/**
 * Each metric with the reader's unit; lowest and highest beside the mean if a row covers more than one report; and why a value
 * was not believed, in its row.
 */
export function columnsOf(chart: Chart, about: About): ValueColumn[] {
  return [...metricColumns(chart, about), ...sourceColumn(chart, about)]
}

/** From which file the values of a row were imported; no column where none were. */
function sourceColumn({ at, stepMs, imported = [] }: Chart, { language }: About): ValueColumn[] {
  if (imported.length === 0) return []
  const sourceAt = (start: number) => {
    const here = imported.filter(({ from, to }) => from < start + Math.max(1, stepMs) && to > start)
    const sources = [...new Set(here.map(({ source }) => source))].join(', ')
    return here.length === 0 ? null : say(language, ['chart.importedFrom', { source: sources }])
  }
  return [{ title: say(language, 'chart.source'), values: at.map(sourceAt), decimals: null, isWords: true }]
}

function metricColumns({ at, stepMs, series }: Chart, { facts, ...reader }: About): ValueColumn[] {
  const { language, units } = reader
  const known = new Map(facts.map(each => [each.name, each]))
  return series.flatMap(({ metric, mean, low, high, doubts = [] }) => {
    const { unit = null, decimals = null } = known.get(metric) ?? {}
    const word = unitWord(unit ?? '', reader)
    const inUnits = (values: readonly (number | null)[]) =>
      values.map(value => (value === null ? null : numberFor(value, unit ?? '', units)))
    const places = decimals === null ? null : shownUnit(unit ?? '', units).decimals(decimals)
    const name = labelOfMetric(metric, language)
    const of = (kind: string, values: readonly (number | null)[]): ValueColumn => ({
      title: [name, kind, word && `(${word})`].filter(Boolean).join(' '),
      values: inUnits(values),
      decimals: places,
    })
    const says = (start: number) => {
      const doubt = doubts.find(span => stoodAt(span, start, stepMs))
      return doubt ? sayDoubt(doubt)[language] : null
    }
    const inDoubt: ValueColumn[] =
      doubts.length === 0
        ? []
        : [
            {
              title: `${name} ${say(language, 'chart.inDoubt')}`,
              values: at.map(says),
              decimals: null,
              isWords: true,
            },
          ]
    if (stepMs === 0) return [of('', mean), ...inDoubt]
    return [
      of(say(language, 'chart.mean'), mean),
      of(say(language, 'chart.low'), low),
      of(say(language, 'chart.high'), high),
      ...inDoubt,
    ]
  })
}

/** Quoted, and never a formula. */
const textCell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** `2026-11-20 15:04:05`, which spreadsheets of every language take for a time. */
function localTime(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return moment => format.format(moment)
}

/** The file name without its extension: house and days. */
export function nameOf({ houseName, from, to, timeZone }: About): string {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const days = [...new Set([from, to].map(at => day.format(new Date(at))))]
  return [houseName.replace(UNSAFE_IN_NAMES, '-'), ...days].join(' ')
}
