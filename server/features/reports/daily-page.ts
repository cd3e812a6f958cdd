import { clockOf, dateOf, nearDayOf } from '#shared/dates.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { deathCauseNames, eggGrades, recordLabels, treatmentKindNames } from '#shared/flocks.ts'
import { CO2, NH3 } from '#shared/gas-limits.ts'
import { formatSignal } from '#shared/signals/format.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { labelOfMetric, metricByName, settingByName, settingGroupNames } from '#shared/signals.ts'
import { standardOf } from '#shared/standards/standards.ts'
import { type Text, text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { dayPlus, daysAfter, daysBetween } from '#shared/zone-time.ts'
import { type Chart, drawChart } from '../../platform/pdf/chart.ts'
import { type Ink, lineHeight, type Paper, page, WIDTH } from '../../platform/pdf/paper.ts'
import { type Cell, drawTable, ROW_HEIGHT } from '../../platform/pdf/table.ts'
import type { Daily, DailyFlock, DrawnMetric, ReportedAlarm, ReportedChange } from './daily-data.ts'
import {
  type Figure,
  type FlockOfDay,
  flockOfDay,
  humidityLimits,
  isLaying,
  limitsOfDay,
  seriesOf,
  spanOf,
  standardOn,
} from './daily-figures.ts'
import {
  alarmCell,
  alarmValue,
  bare,
  clockOn,
  count,
  duration,
  NOTHING,
  number,
  range,
  standardSays,
  titled,
} from './report-words.ts'

export const dailyTitle = text('养殖场日报', 'Daily farm report')

const words = {
  soFar: text('截至目前', 'so far'),
  day: text('{day} 日龄（第 {week} 周）', 'day {day} (week {week})'),
  empty: text('空舍', 'Empty house'),
  alive: text('存栏', 'Alive'),
  ofPlaced: text('入舍 {placed}', 'of {placed} placed'),
  dead: text('当日死淘', 'Dead and culled'),
  sinceStart: text('累计 {lost}（{share} %）', '{lost} since start ({share} %)'),
  standard: text('标准 {standard}', 'standard {standard}'),
  noStandard: text('无标准', 'no standard'),
  notTold: text('未记录', 'not recorded'),
  measured: text('仪表', 'metered'),
  lastWeighed: text('{day} 称重', 'weighed {day}'),
  figures: text('鸡群', 'Birds'),
  figure: text('指标', 'Figure'),
  thatDay: text('当日', 'Day'),
  dayBefore: text('前一日', 'Day before'),
  weekMean: text('7 日均', '7-day mean'),
  standardTitle: text('标准', 'Standard'),
  feedTotal: text('总耗料', 'Feed, house'),
  waterTotal: text('总饮水', 'Water, house'),
  waterFeed: text('水料比', 'Water to feed'),
  climate: text('舍内环境', 'Climate'),
  low: text('最低', 'Min'),
  mean: text('平均', 'Mean'),
  high: text('最高', 'Max'),
  limits: text('限值', 'Limits'),
  temperature: text('温度', 'Temperature'),
  humidity: text('湿度', 'Humidity'),
  outside: text('舍外', 'Outside'),
  target: text('目标', 'Target'),
  limit: text('限值', 'Limits'),
  eggs: text('产蛋', 'Eggs'),
  share: text('占比 %', 'Share %'),
  total: text('合计', 'Total'),
  alarms: text('当日报警', 'Alarms'),
  noAlarms: text('当日无报警。', 'No alarm stood on this day.'),
  time: text('时间', 'Time'),
  alarm: text('报警', 'Alarm'),
  value: text('数值（限值）', 'Value (limit)'),
  lasted: text('持续', 'Lasted'),
  stands: text('未解除', 'still stands'),
  seenBy: text('查看人', 'Seen by'),
  nobody: text('无人查看', 'nobody'),
  more: text('另有 {count} 条', 'and {count} more'),
  changes: text('参数修改', 'Setting changes'),
  noChanges: text('当日未修改参数。', 'No setting was changed on this day.'),
  group: text('参数组', 'Group'),
  what: text('修改内容', 'Change'),
  who: text('修改人', 'By'),
  atPanel: text('环控器面板', 'at the controller'),
  nothing: text('无数据', 'No data'),
  againstStandard: text('{figure}与标准', '{figure} against standard'),
  deadDays: text('每日死淘（30 天）', 'Dead and culled, 30 days'),
  actual: text('实际', 'Actual'),
  note: text('备注', 'Note'),
} as const

/** Draws a house and its day on a page of its own. */
export function drawDaily(paper: Paper, daily: Daily, reader: Reader): void {
  paper.addPage()
  const t = (word: Text, values: Record<string, string> = {}) =>
    word[reader.language].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  const ofDay = daily.flock && flockOfDay(daily.flock, daily.day)
  const how = { paper, daily, reader, t, ofDay }
  const head = drawHead(how)
  const tiles = drawTiles(how, head + 10)
  const charts = drawCharts(how, tiles + 14)
  const tables = drawTables(how, charts + 12)
  drawHappened(how, tables + 12)
}

interface Page {
  paper: Paper
  daily: Daily
  reader: Reader
  t: (word: Text, values?: Record<string, string>) => string
  ofDay: FlockOfDay | null
}

/** Whose house it is and which flock is in it; answers where it ends. */
function drawHead({ paper, daily, reader, t, ofDay }: Page): number {
  const { house, day, isToday } = daily
  const { language } = reader
  const right = { width: WIDTH / 2, align: 'right' } as const
  const middle = page.left + WIDTH / 2
  paper.write(house.name, page.left, page.top, { size: 20, weight: 'strong', width: WIDTH * 0.6 })
  const date = dateOf(day, language)
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00Z`),
  )
  paper.write(date, middle, page.top + 3, { ...right, size: 14, weight: 'strong' })
  paper.write([weekday, isToday && t(words.soFar)].filter(Boolean).join(' · '), middle, page.top + 23, {
    ...right,
    ink: 'quiet',
  })
  const flock = daily.flock?.found.row
  const breed = ofDay?.breed ? standardOf(ofDay.breed).name : flock?.breed
  const says = [
    dailyTitle[language],
    house.customerName ?? house.officeName,
    houseTypeNames[house.type][language],
    breed,
    flock?.number,
    ofDay && t(words.day, { day: String(ofDay.dayAge), week: String(Math.floor(ofDay.age / 7) + 1) }),
    daily.flock ? null : t(words.empty),
  ]
  paper.write(says.filter(Boolean).join(' · '), page.left, page.top + 30, {
    ink: 'quiet',
    width: WIDTH * 0.78,
  })
  const end = page.top + 48
  paper.fill({ x: page.left, y: end, width: WIDTH, height: 1.5 }, 'primary')
  return end + 1.5
}

interface Tile {
  title: string
  value: string
  unit: string
  says: string
  ink: Ink
}

const senseInks = { good: 'ok', bad: 'alarm', neutral: 'text' } as const

function drawTiles(page_: Page, y: number): number {
  const tiles = tilesOf(page_)
  const gap = 8
  const width = (WIDTH - gap * (tiles.length - 1)) / tiles.length
  const height = 54
  for (const [i, { title, value, unit, says, ink }] of tiles.entries()) {
    const x = page.left + i * (width + gap)
    const { paper } = page_
    paper.fill({ x, y, width, height }, 'sunken', 5)
    const inner = width - 16
    paper.write(title, x + 8, y + 5, { size: 8, ink: 'quiet', width: inner })
    paper.write(value, x + 8, y + 15, { size: 16, weight: 'strong', ink, width: inner })
    const end = x + 8 + paper.widthOf(value, { size: 16, weight: 'strong' }) + 3
    if (unit !== '' && value !== NOTHING)
      paper.write(unit, end, y + 23, { size: 8, ink: 'quiet', width: Math.max(4, x + width - 4 - end) })
    paper.write(says, x + 8, y + 39, { size: 7, ink: 'faint', width: inner })
  }
  return y + height
}

function tilesOf({ daily, reader, t, ofDay }: Page): Tile[] {
  const { language } = reader
  if (!daily.flock || !ofDay) return climateTiles({ daily, reader, t })
  const { placedCount } = daily.flock.found.row
  const { today, lost, losses } = ofDay
  const gone = today ? (today.dead ?? 0) + (today.culled ?? 0) : null
  const plain = (title: Text, value: number | null, says: string): Tile => ({
    title: t(title),
    value: count(value, reader),
    unit: '',
    says,
    ink: 'text',
  })
  const figure = (measure: Figure['measure']): Tile => {
    const found = ofDay.figures.find(each => each.measure === measure)
    const { unit, decimals, label } = flockMeasures[measure]
    const standard = found?.standard ?? null
    const says = standard
      ? t(words.standard, { standard: standardSays(measure, standard, reader) })
      : t(words.noStandard)
    return {
      title: label[language],
      value: bare(found?.value ?? null, unit, decimals, reader),
      unit: [shownUnit(unit, reader.units).unit, found?.isMeasured && t(words.measured)]
        .filter(Boolean)
        .join(' · '),
      says,
      ink: senseInks[found?.sense ?? 'neutral'],
    }
  }
  return [
    plain(
      words.alive,
      ofDay.alive,
      placedCount === null ? '' : t(words.ofPlaced, { placed: count(placedCount, reader) }),
    ),
    plain(
      words.dead,
      gone,
      t(words.sinceStart, {
        lost: count(lost, reader),
        share: losses === null ? NOTHING : number(losses, 2, language),
      }),
    ),
    ...(isLaying(daily.flock) ? [figure('rate')] : [weightTile(ofDay, { reader, t })]),
    figure('feed'),
    figure('water'),
  ]
}

/** The last weighing: birds are not weighed every day. */
function weightTile(ofDay: FlockOfDay, { reader, t }: Pick<Page, 'reader' | 't'>): Tile {
  const { unit, decimals, label } = flockMeasures.weight
  const { weighed } = ofDay
  return {
    title: label[reader.language],
    value: bare(weighed?.weight ?? null, unit, decimals, reader),
    unit: shownUnit(unit, reader.units).unit,
    says: weighed ? t(words.lastWeighed, { day: dateOf(weighed.day, reader.language) }) : t(words.notTold),
    ink: 'text',
  }
}

/** Of a house without birds: its air. */
function climateTiles({ daily, reader, t }: Pick<Page, 'daily' | 'reader' | 't'>): Tile[] {
  const of = (metric: DrawnMetric, title: Text): Tile => {
    const { unit = '', decimals = 0 } = metricByName.get(metric) ?? {}
    const span = spanOf(seriesOf(daily.climate, metric))
    const say = (value: number) => bare(value, unit, decimals, reader)
    return {
      title: t(title),
      value: span ? say(span.mean) : NOTHING,
      unit: shownUnit(unit, reader.units).unit,
      says: span ? range(say(span.low), say(span.high)) : t(words.nothing),
      ink: 'text',
    }
  }
  return [
    of('Climate/Temp/Avg', words.temperature),
    of('Climate/Hum/Avg', words.humidity),
    of('Climate/Temp/Outdoor', words.outside),
  ]
}

const CHART = { gap: 14, height: 122 }

function drawCharts(page_: Page, y: number): number {
  const { paper, daily } = page_
  const width = (WIDTH - CHART.gap) / 2
  const right = page.left + width + CHART.gap
  const row = (at: number, charts: readonly Chart[]) => {
    for (const [i, chart] of charts.entries())
      drawChart(paper, { x: i === 0 ? page.left : right, y: at, width, height: CHART.height }, chart)
    return at + CHART.height
  }
  const climate = row(y, [temperatureChart(page_), humidityChart(page_)])
  return daily.flock
    ? row(climate + 10, [flockChart(page_, daily.flock), deadChart(page_, daily.flock)])
    : climate
}

/** Clocks of the day, every six hours. */
function dayAxis({ from, to, house }: Daily): Chart['x'] {
  const hours = Array.from(
    { length: Math.round((to - from) / 21_600_000) + 1 },
    (_, i) => from + i * 21_600_000,
  )
  return { from, to, ticks: hours.map(at => ({ at, label: clockOf(at, house.timeZone) })) }
}

function metricChart({ daily, reader, t }: Page, metric: DrawnMetric, title: Text) {
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

function temperatureChart(page_: Page): Chart {
  const { daily, reader, t, ofDay } = page_
  const drawn = metricChart(page_, 'Climate/Temp/Avg', words.temperature)
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

function humidityChart(page_: Page): Chart {
  const { daily, reader, t, ofDay } = page_
  const { at, low, mean, high, base } = metricChart(page_, 'Climate/Hum/Avg', words.humidity)
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

/** Days that the charts of a flock look back. */
const DAYS = 30

/** Days before the day of the report, and every tenth as a date. */
function daysAxis({ day }: Daily, { language }: Reader): Chart['x'] {
  const label = (ago: number) => nearDayOf(Date.parse(`${dayPlus(day, -ago)}T00:00Z`), language, 'UTC')
  return {
    from: -DAYS - 0.5,
    to: 0.5,
    ticks: [30, 20, 10, 0].map(ago => ({ at: -ago, label: label(ago) })),
  }
}

/** The laying rate, or the weight of birds that grow, against the band of the standard. */
function flockChart({ daily, reader, t, ofDay }: Page, flock: DailyFlock): Chart {
  const measure = isLaying(flock) ? 'rate' : 'weight'
  const { unit, label } = flockMeasures[measure]
  const unitOf = shownUnit(unit, reader.units)
  const days = flock.course.days.filter(each => each.day >= daysAfter(daily.day, -DAYS))
  const told = days.filter(each => each[measure] !== null)
  const band = Array.from({ length: DAYS + 1 }, (_, i) => i - DAYS).map(ago => ({
    at: ago,
    standard: standardOn(ofDay?.breed, measure, {
      age: (ofDay?.age ?? 0) + ago,
      placedAge: flock.course.placedAge,
    }),
  }))
  return {
    x: daysAxis(daily, reader),
    y: { format: tick(reader.language), least: unitOf.difference(measure === 'rate' ? 10 : 200) },
    title: titled(t(words.againstStandard, { figure: label[reader.language] }), unit, reader),
    nothing: t(words.notTold),
    drawn: [
      {
        kind: 'band',
        x: band.map(({ at }) => at),
        low: band.map(({ standard }) => (standard ? unitOf.shown(standard.low) : null)),
        high: band.map(({ standard }) => (standard ? unitOf.shown(standard.high) : null)),
        ink: 'band',
      },
      {
        kind: 'line',
        x: told.map(each => daysBetween(daily.day, each.day)),
        y: told.map(each => unitOf.shown(each[measure] ?? 0)),
        ink: 'primary',
        width: 1.5,
      },
    ],
    legend: [
      { label: t(words.actual), ink: 'primary' },
      { label: t(words.standardTitle), ink: 'band', isBand: true },
    ],
  }
}

function deadChart({ daily, reader, t }: Page, flock: DailyFlock): Chart {
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
        y: days.map(each => (each.dead ?? 0) + (each.culled ?? 0)),
        ink: 'faint',
        width: 0.7,
      },
    ],
  }
}

const TABLE = { left: 292, right: WIDTH - 292 - 14 }

function heading({ paper }: Pick<Page, 'paper'>, title: string, x: number, y: number): number {
  paper.write(title, x, y, { size: 10, weight: 'strong' })
  return y + lineHeight(10) + 1
}

/** Figures of the flock on the left, climate and eggs on the right. */
function drawTables(page_: Page, y: number): number {
  const { daily } = page_
  const x = daily.flock ? page.left + TABLE.left + 14 : page.left
  const figures = daily.flock ? drawFigures(page_, daily.flock, y) : y
  const climate = drawClimate(page_, x, y)
  const eggs = daily.flock ? drawEggs(page_, daily.flock, x, climate + 8) : climate
  return Math.max(figures, eggs)
}

function drawFigures(page_: Page, flock: DailyFlock, y: number): number {
  const { reader, t, ofDay, paper } = page_
  if (!ofDay) return y
  const { language } = reader
  const { today, yesterday, deadMean } = ofDay
  const cause = flock.record?.deadCause
  const mean = (value: number | null) => (value === null ? NOTHING : number(value, 1, language))
  const deadTitle = [recordLabels.dead[language], cause && deathCauseNames[cause][language]]
    .filter(Boolean)
    .join(' · ')
  const total = (label: Text, unit: string, [now, before]: readonly (number | null | undefined)[]) => [
    titled(t(label), unit, reader),
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
    ...ofDay.figures.map(figure => figureRow(figure, reader, t)),
    total(words.feedTotal, 'kg', [today?.feedKg ?? flock.measured.feed, yesterday?.feedKg]),
    total(words.waterTotal, 'L', [today?.waterL ?? flock.measured.water, yesterday?.waterL]),
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
    { title: t(words.thatDay), width: 44, align: 'right' as const },
    { title: t(words.dayBefore), width: 46, align: 'right' as const },
    { title: t(words.weekMean), width: 44, align: 'right' as const },
    { title: t(words.standardTitle), width: 62, align: 'right' as const },
  ]
  return drawTable(paper, { columns, rows }, { y: heading(page_, t(words.figures), page.left, y) })
}

function figureRow(figure: Figure, reader: Reader, t: Page['t']): (string | Cell)[] {
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

function drawClimate(page_: Page, x: number, y: number): number {
  const { daily, reader, t, ofDay, paper } = page_
  const { language } = reader
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
      low !== null && high !== null ? range(say(low), say(high)) : high !== null ? `≤ ${say(high)}` : NOTHING
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
    row('Air/CO2/S1', labelOfMetric('Air/CO2/S1', language), null, birds ? CO2.warning : null),
    row('Air/NH3/S1', labelOfMetric('Air/NH3/S1', language), null, birds ? NH3.warning : null),
    row('Climate/Temp/Outdoor', t(words.outside), null, null),
  ]
  const columns = [
    { title: '', width: 66 },
    { title: t(words.low), width: 30, align: 'right' as const },
    { title: t(words.mean), width: 30, align: 'right' as const },
    { title: t(words.high), width: 30, align: 'right' as const },
    { title: t(words.limits), width: TABLE.right - 156, align: 'right' as const },
  ]
  return drawTable(paper, { columns, rows }, { x, y: heading(page_, t(words.climate), x, y) })
}

/** Eggs by grade, of hens. */
function drawEggs(page_: Page, flock: DailyFlock, x: number, y: number): number {
  const { reader, t, paper, ofDay } = page_
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
    [{ text: t(words.total), isStrong: true }, { text: count(all, reader), isStrong: true }, ''],
  ]
  const columns = [
    { title: t(words.eggs), width: 92 },
    { title: t(words.thatDay), width: 56, align: 'right' as const },
    { title: t(words.share), width: TABLE.right - 148, align: 'right' as const },
  ]
  return drawTable(paper, { columns, rows }, { x, y })
}

/** What happened on the day, as far as the page has room: alarms, changes of settings, what was written. */
function drawHappened(page_: Page, y: number): void {
  const { daily, t } = page_
  const note = noteOf(page_)
  const noteHeight = note === '' ? 0 : lineHeight(8) * 2 + 6
  const room = page.bottom - y - noteHeight
  const lists = [daily.alarms, daily.changes].filter(list => list !== null).length
  // Each list has a heading, titles and an end; what the changes leave is the alarms'.
  const rows = Math.max(2, Math.floor((room - lists * 46) / ROW_HEIGHT))
  const changes = Math.min(
    daily.changes?.length ?? 0,
    Math.max(1, rows - (daily.alarms?.length ?? 0), Math.floor(rows / 3)),
  )
  let at = y
  if (daily.alarms) at = drawAlarms(page_, daily.alarms, Math.max(1, rows - changes), at) + 8
  if (daily.changes) at = drawChanges(page_, daily.changes, Math.max(1, changes), at) + 8
  if (note !== '')
    page_.paper.paragraph(`${t(words.note)}: ${note}`, page.left, at, {
      size: 8,
      ink: 'quiet',
      width: WIDTH,
      lines: 2,
    })
}

/** What was written and given on the day, in one line. */
function noteOf({ daily, reader: { language } }: Page): string {
  const record = daily.flock?.record
  const given = (record?.treatments ?? []).map(({ kind, name, dose }) =>
    [treatmentKindNames[kind][language], name, dose].filter(Boolean).join(' '),
  )
  return [...given, record?.note ?? ''].filter(Boolean).join('; ').replace(/\s+/g, ' ')
}

const sayMore = ({ paper, t, reader }: Page, left: number, y: number): number => {
  if (left <= 0) return y
  paper.write(t(words.more, { count: count(left, reader) }), page.left, y + 2, { size: 7.5, ink: 'faint' })
  return y + 12
}

function sayNone({ paper }: Page, says: string, y: number): number {
  paper.write(says, page.left, y + 1, { size: 8, ink: 'quiet' })
  return y + ROW_HEIGHT
}

function drawAlarms(page_: Page, alarms: readonly ReportedAlarm[], most: number, y: number): number {
  const { paper, daily, reader, t } = page_
  const { language } = reader
  const { timeZone } = daily.house
  const top = heading(
    page_,
    `${t(words.alarms)}${alarms.length > 0 ? ` (${alarms.length})` : ''}`,
    page.left,
    y,
  )
  if (alarms.length === 0) return sayNone(page_, t(words.noAlarms), top)
  const rows = alarms
    .slice(0, most)
    .map(alarm => [
      clockOn(alarm.raisedAt, daily, timeZone, language),
      alarmCell(alarm, language),
      alarmValue(alarm, reader),
      alarm.condition !== 'cleared'
        ? t(words.stands)
        : alarm.clearedAt
          ? duration(alarm.clearedAt.getTime() - alarm.raisedAt.getTime(), language)
          : NOTHING,
      alarm.seen
        ? `${alarm.seen.by}, ${clockOn(alarm.seen.at, daily, timeZone, language)}`
        : { text: t(words.nobody), ink: 'watch' as const },
    ])
  const columns = [
    { title: t(words.time), width: 66 },
    { title: t(words.alarm), width: 168 },
    { title: t(words.value), width: 98 },
    { title: t(words.lasted), width: 68 },
    { title: t(words.seenBy), width: WIDTH - 400 },
  ]
  return sayMore(page_, alarms.length - rows.length, drawTable(paper, { columns, rows }, { y: top }))
}

/** Settings of a change that are told. */
const NAMED = 2

function changeSays({ before, wanted }: ReportedChange, reader: Reader): string {
  const names = Object.keys(wanted)
  const sentences = names.slice(0, NAMED).map(name => {
    const signal = settingByName(name)
    const say = (value: unknown) =>
      formatSignal(
        value as number | boolean | string | undefined,
        signal ?? { unit: '', decimals: 0 },
        reader,
      )
    return `${signal?.label[reader.language] ?? name} ${say(before[name])} › ${say(wanted[name])}`
  })
  const more = names.length - NAMED
  return sentences.join('; ') + (more > 0 ? ` +${more}` : '')
}

function drawChanges(page_: Page, changes: readonly ReportedChange[], most: number, y: number): number {
  const { paper, daily, reader, t } = page_
  const { language } = reader
  const top = heading(
    page_,
    `${t(words.changes)}${changes.length > 0 ? ` (${changes.length})` : ''}`,
    page.left,
    y,
  )
  if (changes.length === 0) return sayNone(page_, t(words.noChanges), top)
  const rows = changes
    .slice(0, most)
    .map(change => [
      clockOf(change.madeAt, daily.house.timeZone),
      settingGroupNames[change.group][language],
      changeSays(change, reader),
      change.actorName ?? t(words.atPanel),
    ])
  const columns = [
    { title: t(words.time), width: 66 },
    { title: t(words.group), width: 108 },
    { title: t(words.what), width: 240 },
    { title: t(words.who), width: WIDTH - 414 },
  ]
  return sayMore(page_, changes.length - rows.length, drawTable(paper, { columns, rows }, { y: top }))
}
