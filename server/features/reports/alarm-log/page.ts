import type { AlarmLogForm } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { howOf, whatOf, whoOf } from '../../../farm/alarms/log-words.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { drawHead, drawTiles, type Say, sayer, type Tile } from '../../../platform/pdf/parts.ts'
import { type Cell, drawHeading, drawTable } from '../../../platform/pdf/table.ts'
import {
  alarmCell,
  alarmLasted,
  alarmValue,
  count,
  dayAndClock,
  duration,
  NOTHING,
} from '../../../platform/pdf/words.ts'
import type { ReportedAlarm } from '../reported-alarms.ts'
import type { ReportedHouse } from '../reported-houses.ts'

export const alarmLogTitle = text('报警记录', 'Alarm log')

const words = {
  alarms: text('报警', 'Alarms'),
  grave: text('严重及以上', 'Critical and above'),
  untilSeen: text('查看用时（中位数）', 'Time until seen, median'),
  unseen: text('无人查看', 'Not seen'),
  stands: text('未解除', 'Still active'),
  time: text('发生时间', 'Raised'),
  alarm: text('报警', 'Alarm'),
  value: text('数值（限值）', 'Value (limit)'),
  lasted: text('持续', 'Lasted'),
  seenBy: text('查看人', 'Seen by'),
  after: text('{name}，{time}后', '{name}, after {time}'),
  nobody: text('无人查看', 'nobody'),
  happened: text('{time}　{who}　{what}', '{time}  {who}: {what}'),
  how: text('{time}　{who}　{what}（{how}）', '{time}  {who}: {what} ({how})'),
  until: text('至 {time}', 'until {time}'),
  later: text(
    '另有 {count} 条更晚的记录，见 Excel 报警记录',
    'and {count} later entries, in the alarm log as Excel',
  ),
  cause: text('原因', 'Cause'),
  more: text('另有 {count} 条较早的报警', 'and {count} earlier alarms'),
  quiet: text('期间无报警的鸡舍', 'Houses without alarms'),
} as const

type Days = Pick<AlarmLogForm, 'firstDay' | 'lastDay'>

/** Number of alarms listed per house, and of what happened to each. */
const MOST = 500
const EVENTS = 60

/** Draws the alarms of one house, on as many pages as they take. */
export function drawHouse(
  paper: Paper,
  house: ReportedHouse,
  { alarms, days }: { alarms: readonly ReportedAlarm[]; days: Days },
  reader: Reader,
): void {
  const { language } = reader
  const t = sayer(reader)
  const head = headOf(days, reader)
  const over = () => {
    paper.addPage()
    const says = [
      alarmLogTitle[language],
      house.customerName ?? house.officeName,
      houseTypeNames[house.type][language],
    ]
    return drawHead(paper, { ...head, title: house.name, says }) + 12
  }
  const tiles = drawTiles(paper, tilesOf(alarms, reader, t), over() - 2)
  const rows = alarms
    .slice(0, MOST)
    .flatMap(alarm => [
      [
        dayAndClock(alarm.raisedAt, house.timeZone, language),
        alarmCell(alarm, reader),
        alarmValue(alarm, reader),
        alarmLasted(alarm, reader),
        seenOf(alarm, t, language),
        alarm.cause ? t(`cause.${alarm.cause}`) : NOTHING,
      ],
      ...courseOf(alarm, reader, t, house.timeZone),
    ])
  const columns = [
    { title: t(words.time), width: 86 },
    { title: t(words.alarm), width: 124 },
    { title: t(words.value), width: 84 },
    { title: t(words.lasted), width: 58 },
    { title: t(words.seenBy), width: 96 },
    { title: t(words.cause), width: WIDTH - 448 },
  ]
  const end = drawTable(paper, { columns, rows }, { y: tiles + 12, over })
  if (alarms.length > MOST)
    paper.write(t(words.more, { count: count(alarms.length - MOST, reader) }), page.left, end + 2, {
      size: 7.5,
      ink: 'faint',
    })
}

/** Draws the names of the houses without alarms. */
export function drawQuiet(paper: Paper, houses: readonly ReportedHouse[], days: Days, reader: Reader): void {
  const { language } = reader
  const t = sayer(reader)
  paper.addPage()
  const head = drawHead(paper, { ...headOf(days, reader), title: alarmLogTitle[language], says: [] })
  const top = drawHeading(paper, `${t(words.quiet)} (${houses.length})`, { x: page.left, y: head + 12 })
  const names = houses.map(({ name, customerName }) => (customerName ? `${customerName}: ${name}` : name))
  paper.paragraph(names.join(' · '), page.left, top + 2, { width: WIDTH, ink: 'quiet', lines: 50 })
}

function headOf({ firstDay, lastDay }: Days, { language }: Reader) {
  const [first, last] = [dateOf(firstDay, language), dateOf(lastDay, language)]
  return { days: first === last ? first : `${first} – ${last}`, aside: [] }
}

const isGrave = ({ level }: ReportedAlarm): boolean => level === 'critical' || level === 'emergency'

function tilesOf(alarms: readonly ReportedAlarm[], reader: Reader, t: Say): Tile[] {
  const waits = alarms.flatMap(({ seen, raisedAt }) => (seen ? [seen.at.getTime() - raisedAt.getTime()] : []))
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]
  const tile = (title: string, value: string, isBad = false): Tile => ({
    title,
    value,
    unit: '',
    says: '',
    ink: isBad ? 'alarm' : 'text',
  })
  const of = (holds: (alarm: ReportedAlarm) => boolean) => alarms.filter(holds).length
  const [grave, unseen, standing] = [of(isGrave), of(({ seen }) => !seen), of(alarm => !isOver(alarm))]
  return [
    tile(t(words.alarms), count(alarms.length, reader)),
    tile(t(words.grave), count(grave, reader), grave > 0),
    tile(t(words.untilSeen), middle === undefined ? NOTHING : duration(middle, reader.language)),
    tile(t(words.unseen), count(unseen, reader), unseen > 0),
    tile(t(words.stands), count(standing, reader), standing > 0),
  ]
}

const isOver = ({ condition }: ReportedAlarm): boolean => condition === 'cleared'

/** What happened, in its order, a line each below the alarm: whom it was told and with what result, and what they did. */
function courseOf(
  { log: { events } }: ReportedAlarm,
  { language }: Reader,
  t: Say,
  timeZone: string,
): Cell[] {
  const lines = events.slice(0, EVENTS).map(event => {
    const how = event.until
      ? t(words.until, { time: dayAndClock(event.until, timeZone, language) })
      : howOf(event, language)
    const time = dayAndClock(event.at, timeZone, language)
    return t(how ? words.how : words.happened, {
      time,
      how,
      who: whoOf(event, language),
      what: event.note ? `${whatOf(event, language)}, “${event.note}”` : whatOf(event, language),
    })
  })
  if (events.length > EVENTS) lines.push(t(words.later, { count: String(events.length - EVENTS) }))
  return lines.map(text => ({ text, ink: 'quiet' }))
}

function seenOf({ seen, raisedAt }: ReportedAlarm, t: Say, language: Reader['language']) {
  if (!seen) return { text: t(words.nobody), ink: 'watch' as const }
  const time = duration(seen.at.getTime() - raisedAt.getTime(), language)
  return t(words.after, { name: whoOf({ name: seen.by, via: 'panel' }, language), time })
}
