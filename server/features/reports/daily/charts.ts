import { clockOf, nearDayOf } from '#shared/dates.ts'
import { flockMeasures, standardOn } from '#shared/flock-figures/standard.ts'
import { tellsLosses } from '#shared/flocks.ts'
import { metricByName } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { daysAfter, daysBetween } from '#shared/zone-time.ts'
import { type Chart, drawChart } from '../../../platform/pdf/chart.ts'
import { page, WIDTH } from '../../../platform/pdf/paper.ts'
import { titled } from '../../../platform/pdf/words.ts'
import { standardDrawn } from '../standard-drawn.ts'
import type { Daily, DailyFlock, DrawnMetric } from './data.ts'
import { type Drawing, words } from './drawing.ts'
import { humidityLimits, isLaying, limitsOfDay, seriesOf } from './figures.ts'

const CHART = { gap: 14, height: 122 }

/** Charts of the day, and of the flock up to it; returns where they end. */
export function drawCharts(drawing: Drawing, y: number): number {
  const { paper, daily } = drawing
  const width = (WIDTH - CHART.gap) / 2
  const right = page.left + width + CHART.gap
  const row = (at: number, charts: readonly Chart[]) => {
    for (const [i, chart] of charts.entries())
      drawChart(paper, { x: i === 0 ? page.left : right, y: at, width, height: CHART.height }, chart)
    return at + CHART.height
  }
  const climate = row(y, [temperatureChart(drawing), humidityChart(drawing)])
  return daily.flock
    ? row(climate + 10, [flockChart(drawing, daily.flock), deadChart(drawing, daily.flock)])
    : climate
}

/** Clock times of the day, every six hours. */
function dayAxis({ from, to, house }: Daily): Chart['x'] {
  const hours = Array.from(
    { length: Math.round((to - from) / 21_600_000) + 1 },
    (_, i) => from + i * 21_600_000,
  )
  return { from, to, ticks: hours.map(at => ({ at, label: clockOf(at, house.timeZone) })) }
}

function metricChart({ daily, reader, t }: Drawing, metric: DrawnMetric, title: Text) {
  const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
  const unitOf = shownUnit(unit, reader.units)
  const { low, mean, high } = seriesOf(daily.climate, metric)
  const shown = (values: readonly (number | null)[]) =>
    values.map(value => (value === null ? null : unitOf.shown(value)))
  return {
    at: daily.climate?.at ?? [],
    shown,
    low: shown(low),
    mean: shown(mean),
    high: shown(high),
    base: {
      x: dayAxis(daily),
      title: titled(t(title), unit, reader),
      nothing: t(words.nothing),
    },
    decimals: unitOf.decimals(decimals),
    difference: unitOf.difference,
  }
}

const tick = (language: Reader['language']) => (value: number) =>
  value.toLocaleString(language, { maximumFractionDigits: 2 })

function temperatureChart(drawing: Drawing): Chart {
  const { daily, reader, t, ofDay } = drawing
  const drawn = metricChart(drawing, 'Climate/Temp/Avg', words.temperature)
  const { at, shown, low, mean, high, base, difference } = drawn
  const limits = limitsOfDay(daily, ofDay?.age ?? null)
  const isMeasured = mean.some(value => value !== null)
  const limit = (values: readonly (number | null)[]) => ({
    kind: 'line' as const,
    x: at,
    y: isMeasured ? shown(values) : [],
    ink: 'alarm' as const,
    width: 0.8,
    dash: 2.5,
  })
  return {
    ...base,
    y: { format: tick(reader.language), least: difference(6) },
    drawn: [
      { kind: 'band', x: at, low, high, ink: 'temperatureBand' },
      limit(limits.high),
      limit(limits.low),
      { kind: 'line', x: at, y: isMeasured ? shown(limits.target) : [], ink: 'faint', width: 0.8 },
      { kind: 'line', x: at, y: mean, ink: 'temperature', width: 1.5 },
    ],
    legend: [
      { label: t(words.mean), ink: 'temperature' },
      { label: t(words.target), ink: 'faint' },
      { label: t(words.limit), ink: 'alarm', dash: 2.5 },
    ],
  }
}

function humidityChart(drawing: Drawing): Chart {
  const { daily, reader, t, ofDay } = drawing
  const { at, low, mean, high, base } = metricChart(drawing, 'Climate/Hum/Avg', words.humidity)
  const limits = humidityLimits(daily.house, ofDay?.age ?? null)
  const isMeasured = mean.some(value => value !== null)
  const lines = limits && isMeasured ? [limits.low, limits.high] : []
  return {
    ...base,
    y: { format: tick(reader.language), least: 20 },
    drawn: [
      { kind: 'band', x: at, low, high, ink: 'humidityBand' },
      ...lines.map(value => ({
        kind: 'line' as const,
        x: [daily.from, daily.to],
        y: [value, value],
        ink: 'alarm' as const,
        width: 0.8,
        dash: 2.5,
      })),
      { kind: 'line', x: at, y: mean, ink: 'humidity', width: 1.5 },
    ],
    legend: [
      { label: t(words.mean), ink: 'humidity' },
      { label: t(words.limit), ink: 'alarm', dash: 2.5 },
    ],
  }
}

/** Number of days that a flock's charts look back. */
const DAYS = 30

/** Days before the day of the report, and every tenth as a date. */
function daysAxis({ day }: Daily, { language }: Reader): Chart['x'] {
  const label = (ago: number) => nearDayOf(Date.parse(`${daysAfter(day, -ago)}T00:00Z`), language, 'UTC')
  return {
    from: -DAYS - 0.5,
    to: 0.5,
    ticks: [30, 20, 10, 0].map(ago => ({ at: -ago, label: label(ago) })),
  }
}

/** The laying rate, or the weight of growing birds, against the standard's band. */
function flockChart({ daily, reader, t, ofDay }: Drawing, flock: DailyFlock): Chart {
  const measure = isLaying(flock) ? 'rate' : 'weight'
  const { unit, label } = flockMeasures[measure]
  const unitOf = shownUnit(unit, reader.units)
  const days = flock.course.days.filter(each => each.day >= daysAfter(daily.day, -DAYS))
  const told = days.filter(each => each[measure] !== null)
  const points = Array.from({ length: DAYS + 1 }, (_, i) => i - DAYS).map(ago => ({
    x: ago,
    standard: standardOn(ofDay?.breed, measure, {
      age: (ofDay?.age ?? 0) + ago,
      placedAge: flock.course.countedFrom,
    }),
  }))
  const { drawn, sign } = standardDrawn(t(words.standardTitle), points, unitOf.shown)
  return {
    x: daysAxis(daily, reader),
    y: { format: tick(reader.language), least: unitOf.difference(measure === 'rate' ? 10 : 200) },
    title: titled(t(words.againstStandard, { figure: label[reader.language] }), unit, reader),
    nothing: t(words.notTold),
    drawn: [
      drawn,
      {
        kind: 'line',
        x: told.map(each => daysBetween(daily.day, each.day)),
        y: told.map(each => unitOf.shown(each[measure] ?? 0)),
        ink: 'primary',
        width: 1.5,
      },
    ],
    legend: [{ label: t(words.actual), ink: 'primary' }, sign],
  }
}

function deadChart({ daily, reader, t }: Drawing, flock: DailyFlock): Chart {
  const days = flock.course.days.filter(each => each.day >= daysAfter(daily.day, -DAYS))
  return {
    x: daysAxis(daily, reader),
    y: { format: tick(reader.language), least: 4, fromZero: true },
    title: t(words.deadDays),
    nothing: t(words.notTold),
    drawn: [
      {
        kind: 'bars',
        x: days.map(each => daysBetween(daily.day, each.day)),
        y: days.map(each => (tellsLosses(each) ? (each.dead ?? 0) + (each.culled ?? 0) : null)),
        ink: 'faint',
        width: 0.7,
      },
    ],
  }
}
