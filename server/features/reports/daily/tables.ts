import { clockOf } from '#shared/dates.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { causesSay, deathCauseNames, eggGrades, recordLabels } from '#shared/flocks.ts'
import { CO2, NH3 } from '#shared/gas-limits.ts'
import { metricByName } from '#shared/signals.ts'
import type { Reader } from '#shared/units.ts'
import { page, WIDTH } from '../../../platform/pdf/paper.ts'
import { senseInks } from '../../../platform/pdf/parts.ts'
import { type Cell, drawHeading, drawTable } from '../../../platform/pdf/table.ts'
import {
  atMost,
  bare,
  count,
  NOTHING,
  number,
  range,
  standardSays,
  titled,
} from '../../../platform/pdf/words.ts'
import type { DailyFlock, DrawnMetric } from './data.ts'
import { type Drawing, words } from './drawing.ts'
import {
  type Figure,
  type FlockOfDay,
  humidityLimits,
  isLaying,
  knownOf,
  limitsOfDay,
  seriesOf,
  spanOf,
} from './figures.ts'

const LEFT = 276
const TABLE = { left: LEFT, right: WIDTH - LEFT - 14 }

/** Figures of the flock on the left, climate and eggs on the right. */
export function drawTables(drawing: Drawing, y: number): number {
  const { daily } = drawing
  const x = daily.flock ? page.left + TABLE.left + 14 : page.left
  const figures = daily.flock ? drawFigures(drawing, daily.flock, y) : y
  const climate = drawClimate(drawing, x, y)
  const eggs = daily.flock ? drawEggs(drawing, daily.flock, x, climate + 8) : climate
  return Math.max(figures, eggs)
}

function drawFigures(drawing: Drawing, flock: DailyFlock, y: number): number {
  const { reader, t, ofDay, paper } = drawing
  if (!ofDay) return y
  const { language } = reader
  const { today, yesterday, deadMean } = ofDay
  const cause = flock.record?.deadCause
  const causes =
    causesSay(flock.record?.lossCauses ?? {}, language) || (cause && deathCauseNames[cause][language])
  const mean = (value: number | null) => (value === null ? NOTHING : number(value, 1, language))
  const deadTitle = [recordLabels.dead[language], causes].filter(Boolean).join(' · ')
  const total = (
    figure: 'feed' | 'water',
    unit: string,
    [now, before]: readonly (number | null | undefined)[],
  ) => [
    withDoubt(
      titled(t(words[`${figure}Total`]), unit, reader),
      (flock.doubted[figure] ?? today?.still?.[figure]) !== undefined && now === undefined,
      t,
    ),
    bare(now ?? null, unit, 0, reader),
    bare(before ?? null, unit, 0, reader),
    '',
    '',
  ]
  const rows: (string | Cell)[][] = [
    [
      deadTitle,
      count(today?.dead ?? null, reader),
      count(yesterday?.dead ?? null, reader),
      mean(deadMean),
      '',
    ],
    [
      recordLabels.culled[language],
      count(today?.culled ?? null, reader),
      count(yesterday?.culled ?? null, reader),
      '',
      '',
    ],
    lossRow(ofDay, reader, t),
    ...ofDay.figures.map(figure => figureRow(figure, reader, t)),
    total('feed', 'kg', [today?.feedKg ?? flock.measured.feed, yesterday?.feedKg]),
    total('water', 'L', [today?.waterL ?? flock.measured.water, yesterday?.waterL]),
    [
      t(words.waterFeed),
      today?.waterFeed ? number(today.waterFeed, 2, language) : NOTHING,
      yesterday?.waterFeed ? number(yesterday.waterFeed, 2, language) : NOTHING,
      '',
      '',
    ],
  ]
  const columns = [
    { title: t(words.figure), width: 96 },
    { title: t(ofDay.isSoFar ? words.soFar : words.thatDay), width: 36, align: 'right' as const },
    { title: t(words.dayBefore), width: 42, align: 'right' as const },
    { title: t(words.weekMean), width: 46, align: 'right' as const },
    { title: t(words.standardTitle), width: LEFT - 220, align: 'right' as const },
  ]
  return drawTable(paper, { columns, rows }, { y: drawHeading(paper, t(words.figures), { x: page.left, y }) })
}

/** Dead and culled in % of the birds of the morning, beside what is usual for their age at most. */
function lossRow(
  { today, yesterday, mortalityMean, usualLoss }: FlockOfDay,
  reader: Reader,
  t: Drawing['t'],
) {
  const say = (share: number | null | undefined) => bare(share ?? null, '%', 2, reader)
  return [
    t(words.dailyLoss),
    { text: say(today?.mortality), isStrong: true },
    say(yesterday?.mortality),
    say(mortalityMean),
    atMost(say(usualLoss), reader),
  ]
}

/** Says of a figure without a value that its meter is not believed. */
const withDoubt = (title: string, isDoubted: unknown, t: Drawing['t']): string =>
  isDoubted ? `${title} · ${t(words.inDoubt)}` : title

function figureRow(figure: Figure, reader: Reader, t: Drawing['t']): (string | Cell)[] {
  const { measure, value, isMeasured, before, mean, standard, sense } = figure
  const { unit, decimals, label } = flockMeasures[measure]
  const say = (amount: number | null) => bare(amount, unit, decimals, reader)
  const title = titled(label[reader.language], unit, reader)
  return [
    isMeasured ? `${title} · ${t(words.measured)}` : title,
    { text: say(value), ink: senseInks[sense], isStrong: true },
    say(before),
    say(mean),
    standardSays(measure, standard, reader),
  ]
}

function drawClimate(drawing: Drawing, x: number, y: number): number {
  const { daily, reader, t, ofDay, paper } = drawing
  const age = ofDay?.age ?? null
  const limits = limitsOfDay(daily, age)
  const ends = (values: readonly (number | null)[], pick: (...values: number[]) => number) => {
    const known = values.filter(value => value !== null)
    return known.length === 0 ? null : pick(...known)
  }
  const humid = humidityLimits(daily.house, age)
  const temperature = { low: ends(limits.low, Math.max), high: ends(limits.high, Math.min) }
  const row = (metric: DrawnMetric, title: string, low: number | null, high: number | null) => {
    const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
    const say = (value: number | null) => bare(value, unit, decimals, reader)
    const span = spanOf(seriesOf(daily.climate, metric))
    const bound =
      low !== null && high !== null
        ? range(say(low), say(high))
        : high !== null
          ? atMost(say(high), reader)
          : NOTHING
    const isBelow = span !== null && low !== null && span.low < low
    const isAbove = span !== null && high !== null && span.high > high
    return [
      titled(title, unit, reader),
      { text: say(span?.low ?? null), ...(isBelow && { ink: 'alarm' as const, isStrong: true }) },
      say(span?.mean ?? null),
      { text: say(span?.high ?? null), ...(isAbove && { ink: 'alarm' as const, isStrong: true }) },
      bound,
    ]
  }
  const birds = age !== null
  const rows = [
    row('Climate/Temp/Avg', t(words.temperature), temperature.low, temperature.high),
    row('Climate/Hum/Avg', t(words.humidity), humid?.low ?? null, humid?.high ?? null),
    row('Air/CO2/S1', t(words.co2), null, birds ? CO2.warning : null),
    row('Air/NH3/S1', t(words.nh3), null, birds ? NH3.warning : null),
    row('Climate/Temp/Outdoor', t(words.outside), null, null),
  ]
  const columns = [
    { title: '', width: 68 },
    { title: t(words.low), width: 33, align: 'right' as const },
    { title: t(words.mean), width: 32, align: 'right' as const },
    { title: t(words.high), width: 32, align: 'right' as const },
    { title: t(words.limits), width: TABLE.right - 165, align: 'right' as const },
  ]
  const end = drawTable(paper, { columns, rows }, { x, y: drawHeading(paper, t(words.climate), { x, y }) })
  const lacking = lackingIn(drawing)
  if (lacking === null) return end
  return paper.paragraph(lacking, x, end + 3, { size: 7, ink: 'watch', width: TABLE.right, lines: 4 })
}

const HOUR_MS = 3_600_000
/** With less of the day than this, figures do not represent the day. */
const WHOLE = 0.95
const drawnTitles = {
  'Climate/Temp/Avg': words.temperature,
  'Climate/Hum/Avg': words.humidity,
  'Climate/Temp/Outdoor': words.outside,
} as const

/** The metrics measured for only part of the day, and until when; null if all were complete. */
function lackingIn({ daily, reader, t }: Drawing): string | null {
  const told = Object.entries(drawnTitles).map(([metric, title]) => ({
    name: t(title),
    ...knownOf(daily, metric as DrawnMetric),
  }))
  if (told.every(({ until }) => until === null)) return t(words.nothingMeasured)
  const list = told
    .filter(({ known, of }) => known < WHOLE * of)
    .map(({ name, known, until }) =>
      until === null
        ? t(words.noneOf, { name })
        : t(words.partOf, {
            name,
            hours: number(known / HOUR_MS, 1, reader.language),
            clock: clockOf(until, daily.house.timeZone),
          }),
    )
  if (list.length === 0) return null
  const hours = number((told[0]?.of ?? 0) / HOUR_MS, 0, reader.language)
  return t(words.partly, { of: hours, list: list.join('; ') })
}

/** Eggs by grade, of hens. */
function drawEggs(drawing: Drawing, flock: DailyFlock, x: number, y: number): number {
  const { reader, t, paper, ofDay } = drawing
  if (!isLaying(flock)) return y
  const { language } = reader
  const all = ofDay?.today?.eggs ?? null
  const { record } = flock
  const grades = eggGrades.filter(grade => record?.[grade] != null)
  const share = (eggs: number) => (all ? number((eggs / all) * 100, 1, language) : '')
  const rows = [
    ...grades.map(grade => [
      recordLabels[grade][language],
      count(record?.[grade] ?? null, reader),
      share(record?.[grade] ?? 0),
    ]),
    [
      { text: withDoubt(t(words.total), ofDay?.today?.still?.eggs !== undefined, t), isStrong: true },
      { text: count(all, reader), isStrong: true },
      '',
    ],
  ]
  const columns = [
    { title: t(words.eggs), width: 92 },
    { title: t(ofDay?.isSoFar ? words.soFar : words.thatDay), width: 56, align: 'right' as const },
    { title: t(words.share), width: TABLE.right - 148, align: 'right' as const },
  ]
  return drawTable(paper, { columns, rows }, { x, y })
}
