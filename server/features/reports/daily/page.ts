import { dateOf } from '#shared/dates.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { standardOf } from '#shared/standards/standards.ts'
import type { Text } from '#shared/text.ts'
import type { Reader } from '#shared/units.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { drawCharts } from './charts.ts'
import type { Daily } from './data.ts'
import { type Drawing, dailyTitle, words } from './drawing.ts'
import { flockOfDay } from './figures.ts'
import { drawHappened } from './happened.ts'
import { drawTables } from './tables.ts'
import { drawTiles } from './tiles.ts'

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

/** Whose house it is and which flock is in it; answers where it ends. */
function drawHead({ paper, daily, reader, t, ofDay }: Drawing): number {
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
