import { isGrave } from '#shared/alarms.ts'
import { withoutDoubted } from '#shared/believed-chart.ts'
import { clockOf, nearDayOf } from '#shared/dates.ts'
import { breedSays } from '#shared/flock-figures/standard.ts'
import { treatmentKindNames } from '#shared/flocks.ts'
import { hasTarget, shareInTarget } from '#shared/in-target.ts'
import { sayDoubt } from '#shared/probe-doubts.ts'
import { figuresOf } from '#shared/series-figures.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { labelOfMetric, metricByName, settingGroupNames } from '#shared/signals.ts'
import { type Language, text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { dateIn, instantOf } from '#shared/zone-time.ts'
import { type Chart, type Drawn, drawChart } from '../../platform/pdf/chart.ts'
import { type Ink, type Paper, page, WIDTH } from '../../platform/pdf/paper.ts'
import { drawHead, type Say, sayer } from '../../platform/pdf/parts.ts'
import { drawHeading, drawTable } from '../../platform/pdf/table.ts'
import {
  alarmCell,
  alarmValue,
  bare,
  count,
  dayAndClock,
  duration,
  NOTHING,
  number,
  titled,
} from '../../platform/pdf/words.ts'
import type { ShownChart } from './shown-chart.ts'

export const chartTitle = text('图表', 'Chart')

const words = {
  until: text('{from} 至 {to}', '{from} to {to}'),
  day: text('{day} 日龄', 'day {day}'),
  empty: text('空舍', 'empty house'),
  nothing: text('无数据', 'No data'),
  figures: text('时段统计', 'Figures for this period'),
  inDoubt: text('存疑', 'in doubt'),
  leftOut: text('存疑读数未计入统计：{doubts}', 'Values in doubt are in no figure: {doubts}'),
  imported: text('由文件导入的读数：{sources}', 'Readings imported from files: {sources}'),
  figure: text('指标', 'Figure'),
  low: text('最低', 'Lowest'),
  mean: text('平均', 'Mean'),
  high: text('最高', 'Highest'),
  last: text('最后', 'Last'),
  inTarget: text('达标', 'In target'),
  alarms: text('该时段的报警', 'Alarms in this period'),
  none: text('无。', 'None.'),
  time: text('时间', 'Time'),
  alarm: text('报警', 'Alarm'),
  value: text('数值（限值）', 'Value (limit)'),
  lasted: text('持续', 'Lasted'),
  stands: text('未解除', 'still active'),
  more: text('另有 {count} 条', 'and {count} more'),
  happened: text('事件', 'Events'),
  what: text('内容', 'What'),
  who: text('人员', 'By'),
  changed: text('修改{group}', '{group} changed'),
  note: text('备注', 'Note'),
} as const

const CHART = { least: 104, most: 170, gap: 12 }
/** Number of alarms and events listed. */
const MOST = 20

interface Drawing {
  paper: Paper
  shown: ShownChart
  reader: Reader
  t: Say
}

/** Draws a chart: curves that share an axis together, then their figures, the alarms and the events. */
export function drawChartPages(paper: Paper, shown: ShownChart, reader: Reader): void {
  const drawing = { paper, shown, reader, t: sayer(reader) }
  const over = () => {
    paper.addPage()
    return drawHead(paper, headOf(drawing)) + 12
  }
  let y = over()
  const axes = axesOf(drawing)
  const room = (page.bottom - y) / axes.length - CHART.gap
  const height = Math.max(CHART.least, Math.min(CHART.most, room))
  for (const axis of axes) {
    if (y + height > page.bottom) y = over()
    drawChart(paper, { x: page.left, y, width: WIDTH, height }, chartOf(drawing, axis))
    y += height + CHART.gap
  }
  for (const table of [figuresTable, alarmsTable, deedsTable]) {
    const drawn = table(drawing)
    if (!drawn) continue
    if (y + ROOM > page.bottom) y = over()
    y = drawHeading(paper, drawn.title, { x: page.left, y })
    if (drawn.rows.length > 0) y = drawTable(paper, drawn, { y, over })
    const small = { size: 7.5, ink: 'faint', width: WIDTH, lines: 4 } as const
    if (drawn.below !== '') y = paper.paragraph(drawn.below, page.left, y + 2, small)
    y += 20
  }
}

/** A heading, titles and two rows: a table does not start at the foot of a page with less. */
const ROOM = 64

function headOf({ shown: { house, name, timeZone, from, to }, reader: { language }, t }: Drawing) {
  const at = (ms: number) => dayAndClock(new Date(ms), timeZone, language)
  return {
    title: name,
    days: chartTitle[language],
    aside: [t(words.until, { from: at(from), to: at(to) })],
    says: [
      house.customer ?? house.officeName,
      houseTypeNames[house.type][language],
      breedSays(house),
      house.dayAge === null ? t(words.empty) : t(words.day, { day: String(house.dayAge) }),
      timeZone,
    ],
  }
}

interface Axis {
  unit: string
  metrics: string[]
}

const unitOf = ({ facts }: ShownChart, metric: string): string =>
  metricByName.get(metric)?.unit ?? facts.find(({ name }) => name === metric)?.unit ?? ''
const decimalsOf = ({ facts }: ShownChart, metric: string): number =>
  metricByName.get(metric)?.decimals ?? facts.find(({ name }) => name === metric)?.decimals ?? 1
const isChoice = (metric: string) => metricByName.get(metric)?.enum !== undefined
const stepUnits: ReadonlySet<string> = new Set(['bool', 'enum', 'bits', 'level'])

/** Metrics with the same unit share an axis, in the order they were chosen. */
function axesOf({ shown }: Drawing): Axis[] {
  const keyOf = (metric: string) => (isChoice(metric) ? metric : unitOf(shown, metric))
  return [...Map.groupBy(shown.metrics, keyOf).values()].map(metrics => ({
    unit: unitOf(shown, metrics[0] ?? ''),
    metrics,
  }))
}

const inksOf: Readonly<Record<string, Ink>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  water: 'water',
  feed: 'feed',
}
const bandsOf: Readonly<Partial<Record<Ink, Ink>>> = {
  temperature: 'temperatureBand',
  humidity: 'humidityBand',
}
/** Lines on one axis without their own colour, or whose colour is taken. */
const others: readonly Ink[] = ['primary', 'ok', 'watch', 'water', 'feed', 'text', 'humidity', 'temperature']

function chartOf({ shown, reader, t }: Drawing, { unit, metrics }: Axis): Chart {
  const { chart, alarms, from, to } = shown
  const shownIn = shownUnit(unit, reader.units)
  const taken = new Set<Ink>()
  const lines = metrics.map(metric => {
    const own = inksOf[metricByName.get(metric)?.quantity ?? '']
    const ink = (own && !taken.has(own) ? own : others.find(other => !taken.has(other))) ?? 'faint'
    taken.add(ink)
    const series = chart.series.find(each => each.metric === metric)
    const inUnits = (values: readonly (number | null)[] = []) =>
      values.map(value => (value === null ? null : shownIn.shown(value)))
    return {
      label: [labelOfMetric(metric, reader.language), series?.doubts && t(words.inDoubt)]
        .filter(Boolean)
        .join(' · '),
      ink,
      low: inUnits(series?.low),
      mean: inUnits(series?.mean),
      high: inUnits(series?.high),
    }
  })
  const [first] = lines
  const band = first && bandsOf[first.ink]
  const bands: Drawn[] =
    first && chart.stepMs > 0
      ? [{ kind: 'band', x: chart.at, low: first.low, high: first.high, ink: band ?? 'grid' }]
      : []
  return {
    x: { from, to, ticks: ticksOf(shown, reader) },
    y: {
      format: value => value.toLocaleString(reader.language, { maximumFractionDigits: 2 }),
      least: shownIn.difference(stepUnits.has(unit) ? 1 : 0.5),
    },
    title: titled(metrics.length === 1 ? (first?.label ?? '') : '', unit, reader),
    nothing: t(words.nothing),
    drawn: [
      ...bands,
      ...lines.map(({ mean, ink }): Drawn => ({ kind: 'line', x: chart.at, y: mean, ink, width: 1.3 })),
    ],
    marks: (alarms ?? [])
      .filter(({ raisedAt }) => raisedAt.getTime() >= from && raisedAt.getTime() <= to)
      .map(({ raisedAt, level }) => ({
        at: raisedAt.getTime(),
        ink: isGrave(level) ? ('alarm' as const) : ('watch' as const),
      })),
    legend: metrics.length === 1 ? [] : lines.map(({ label, ink }) => ({ label, ink })),
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MOST_TICKS = 8

/** Clock times up to two days, days in the house's zone beyond. */
function ticksOf({ from, to, timeZone }: ShownChart, { language }: Reader): Chart['x']['ticks'] {
  const midnight = instantOf(`${dateIn(timeZone, from)}T00:00`, timeZone)
  const steps = [HOUR / 12, HOUR / 4, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
  const days = [1, 2, 5, 7, 14, 30, 60, 120, 365].map(many => many * DAY)
  const step = [...steps, ...days].find(size => (to - from) / size <= MOST_TICKS) ?? 2 * 365 * DAY
  const first = midnight + Math.ceil((from - midnight) / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, i) => {
    const at = first + i * step
    const clock = clockOf(at, timeZone)
    return { at, label: step >= DAY || clock === '00:00' ? nearDayOf(at, language, timeZone) : clock }
  })
}

function figuresTable({ shown, reader, t }: Drawing) {
  const { metrics, house } = shown
  const chart = withoutDoubted(shown.chart)
  const rows = metrics.map(metric => {
    const series = chart.series.find(each => each.metric === metric)
    const figures = series ? figuresOf(series) : { low: null, mean: null, high: null, last: null }
    const unit = unitOf(shown, metric)
    const say = (value: number | null) => bare(value, unit, decimalsOf(shown, metric), reader)
    const share = hasTarget(metric) ? shareInTarget(chart, metric, house, Date.now()) : null
    return [
      titled(labelOfMetric(metric, reader.language), unit, reader),
      say(figures.low),
      { text: stepUnits.has(unit) ? NOTHING : say(figures.mean), isStrong: true },
      say(figures.high),
      say(figures.last),
      share === null ? NOTHING : `${number(share, 1, reader.language)} %`,
    ]
  })
  const right = (title: string) => ({ title, width: 64, align: 'right' as const })
  const columns = [
    { title: t(words.figure), width: WIDTH - 320 },
    ...[words.low, words.mean, words.high, words.last, words.inTarget].map(word => right(t(word))),
  ]
  const below = [doubtsOf(chart, reader.language, t), importedOf(shown, reader.language, t)]
  return { title: t(words.figures), columns, rows, below: below.filter(Boolean).join(' ') }
}

/** What is in no figure, and why. */
function doubtsOf({ series }: ShownChart['chart'], language: Language, t: Say): string {
  const said = new Set(series.flatMap(({ doubts = [] }) => doubts.map(doubt => sayDoubt(doubt)[language])))
  return said.size === 0 ? '' : t(words.leftOut, { doubts: [...said].join(' ') })
}

/** Which readings came from files of other systems. */
function importedOf({ chart: { imported = [] }, timeZone }: ShownChart, language: Language, t: Say): string {
  const day = (at: number) => nearDayOf(at, language, timeZone)
  const said = imported.map(({ source, from, to }) => `${source} (${day(from)} – ${day(to)})`)
  return said.length === 0 ? '' : t(words.imported, { sources: said.join(', ') })
}

function alarmsTable({ shown: { alarms, timeZone }, reader, t }: Drawing) {
  if (!alarms) return null
  const { language } = reader
  const rows = alarms
    .slice(0, MOST)
    .map(alarm => [
      dayAndClock(alarm.raisedAt, timeZone, language),
      alarmCell(alarm, reader),
      alarmValue(alarm, reader),
      alarm.clearedAt
        ? duration(alarm.clearedAt.getTime() - alarm.raisedAt.getTime(), language)
        : alarm.condition === 'cleared'
          ? NOTHING
          : t(words.stands),
    ])
  const columns = [
    { title: t(words.time), width: 110 },
    { title: t(words.alarm), width: WIDTH - 310 },
    { title: t(words.value), width: 110 },
    { title: t(words.lasted), width: 90 },
  ]
  return { title: t(words.alarms), columns, rows, below: belowOf(alarms.length, reader, t) }
}

function deedsTable({ shown: { deeds, timeZone }, reader, t }: Drawing) {
  if (deeds.length === 0) return null
  const { language } = reader
  const rows = deeds.slice(0, MOST).map(({ kind, says, who, at }) => {
    const group = settingGroupNames[says as keyof typeof settingGroupNames]?.[language] ?? says
    const what =
      kind === 'setting'
        ? t(words.changed, { group })
        : `${kind === 'note' ? t(words.note) : treatmentKindNames[kind][language]}: ${says}`
    return [dayAndClock(new Date(at), timeZone, language), what, who ?? NOTHING]
  })
  const columns = [
    { title: t(words.time), width: 110 },
    { title: t(words.what), width: WIDTH - 220 },
    { title: t(words.who), width: 110 },
  ]
  return { title: t(words.happened), columns, rows, below: belowOf(deeds.length, reader, t) }
}

const belowOf = (all: number, reader: Reader, t: Say): string =>
  all === 0 ? t(words.none) : all > MOST ? t(words.more, { count: count(all - MOST, reader) }) : ''
