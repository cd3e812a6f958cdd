import type { AlarmLogForm } from '#shared/contracts/reports.ts'
import { clockOf, dateOf } from '#shared/dates.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { type Text, text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import type { LoggedStep } from '../../../farm/alarms/log-steps.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { drawHead, drawTiles, type Say, sayer, type Tile } from '../../../platform/pdf/parts.ts'
import { drawHeading, drawTable } from '../../../platform/pdf/table.ts'
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
  told: text('{time} 通知', 'told {time}'),
  going: text('{time} 出发 {name}', 'on the way {time}, {name}'),
  onSite: text('{time} 到场 {name}', 'on site {time}, {name}'),
  closed: text('{time} 结案 {name}', 'closed {time}, {name}'),
  cause: text('原因', 'Cause'),
  more: text('另有 {count} 条较早的报警', 'and {count} earlier alarms'),
  quiet: text('期间无报警的鸡舍', 'Houses without alarms'),
} as const

type Days = Pick<AlarmLogForm, 'firstDay' | 'lastDay'>

/** Number of alarms listed per house. */
const MOST = 500

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
      ...stepsOf(alarm, t, house.timeZone),
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

/** When people were told, and who went, was there and closed it: a row below the alarm; none if nobody did anything. */
function stepsOf({ log: { told, steps } }: ReportedAlarm, t: Say, timeZone: string) {
  const step = (name: LoggedStep, says: Text) => {
    const taken = steps.get(name)
    const clock = taken && clockOf(taken.at, timeZone)
    return { text: taken ? t(says, { time: clock ?? '', name: taken.by }) : '', ink: 'quiet' as const }
  }
  const cells = [
    { text: told ? t(words.told, { time: clockOf(told, timeZone) }) : '', ink: 'quiet' as const },
    step('going', words.going),
    { text: '', ink: 'quiet' as const },
    { text: '', ink: 'quiet' as const },
    step('on_site', words.onSite),
    step('solved', words.closed),
  ]
  return cells.some(({ text }) => text) ? [cells] : []
}

function seenOf({ seen, raisedAt }: ReportedAlarm, t: Say, language: Reader['language']) {
  if (!seen) return { text: t(words.nobody), ink: 'watch' as const }
  const time = duration(seen.at.getTime() - raisedAt.getTime(), language)
  return t(words.after, { name: seen.by, time })
}
