import type { Chart, MetricFacts } from '#shared/contracts/houses.ts'
import { labelOfMetric, unitWord } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'
import { say } from '../../http/texts.ts'

interface About {
  language: Language
  houseName: string
  timeZone: string
  /** ms since 1970 */
  from: number
  to: number
  facts: readonly MetricFacts[]
}

/** Excel reads the file as UTF-8 only when it begins so. */
const MARK = '\ufeff'
/** A cell that begins so is a formula to a spreadsheet; names of metrics are whatever a device says. */
const FORMULA = /^[=+\-@\t\r]/
const UNSAFE_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

/**
 * A chart as comma-separated text: time in the house's zone and in UTC, then each metric with its unit; lowest and
 * highest beside the mean where a row stands for more than one report. Numbers are plain, gaps are empty.
 */
export function writeChart(chart: Chart, about: About): { name: string; text: string } {
  const lines = [headOf(chart, about)]
  const local = localTime(about.timeZone)
  const columns = chart.series.flatMap(({ low, mean, high }) =>
    chart.stepMs === 0 ? [mean] : [mean, low, high],
  )
  for (const [i, at] of chart.at.entries()) {
    const moment = new Date(at)
    const cells = columns.map(values => values[i] ?? '')
    lines.push([local(moment), moment.toISOString(), ...cells].join())
  }
  return { name: nameOf(about), text: `${MARK}${lines.join('\r\n')}\r\n` }
}

function headOf({ stepMs, series }: Chart, { language, timeZone, facts }: About): string {
  const units = new Map(facts.map(({ name, unit }) => [name, unit]))
  const cells = series.flatMap(({ metric }) => {
    const unit = unitWord(units.get(metric) ?? '', language)
    const name = labelOfMetric(metric, language)
    const of = (kind: string) => [name, kind, unit && `(${unit})`].filter(Boolean).join(' ')
    if (stepMs === 0) return [of('')]
    return [of(say(language, 'chart.mean')), of(say(language, 'chart.low')), of(say(language, 'chart.high'))]
  })
  return [`${say(language, 'chart.time')} (${timeZone})`, 'UTC', ...cells].map(textCell).join()
}

/** Quoted, and never a formula. */
const textCell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** `2026-11-20 15:04:05`, which spreadsheets of every language take for a time. */
function localTime(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return moment => format.format(moment)
}

function nameOf({ houseName, from, to, timeZone }: About): string {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const days = [...new Set([from, to].map(at => day.format(new Date(at))))]
  return `${[houseName.replace(UNSAFE_IN_NAMES, '-'), ...days].join(' ')}.csv`
}
