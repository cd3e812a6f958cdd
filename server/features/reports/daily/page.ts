import { dateOf } from '#shared/dates.ts'
import { breedSays } from '#shared/flock-figures/standard.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import type { Reader } from '#shared/units.ts'
import { ownStandardOf } from '../../../farm/flocks/flocks.queries.ts'
import type { Paper } from '../../../platform/pdf/paper.ts'
import { drawHead, drawTiles, sayer } from '../../../platform/pdf/parts.ts'
import { drawCharts } from './charts.ts'
import type { Daily } from './data.ts'
import { type Drawing, dailyTitle, words } from './drawing.ts'
import { flockOfDay } from './figures.ts'
import { drawHappened } from './happened.ts'
import { drawTables } from './tables.ts'
import { tilesOf } from './tiles.ts'

/** Draws a house and its day on its own page. */
export function drawDaily(paper: Paper, daily: Daily, reader: Reader): void {
  paper.addPage()
  const ofDay = daily.flock && flockOfDay(daily.flock, daily.day)
  const drawing = { paper, daily, reader, t: sayer(reader), ofDay }
  const head = drawHead(paper, headOf(drawing))
  const tiles = drawTiles(paper, tilesOf(drawing), head + 10)
  const charts = drawCharts(drawing, tiles + 14)
  const tables = drawTables(drawing, charts + 12)
  drawHappened(drawing, tables + 12)
}

/** Whose house it is and which flock is in it. */
function headOf({ daily: { house, day, isToday, flock }, reader: { language }, t, ofDay }: Drawing) {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  return {
    title: house.name,
    days: dateOf(day, language),
    aside: [weekday.format(new Date(`${day}T00:00Z`)), isToday && t(words.soFar)],
    says: [
      dailyTitle[language],
      house.customerName ?? house.officeName,
      houseTypeNames[house.type][language],
      flock && breedSays({ breed: flock.found.row.breed, standard: ownStandardOf(flock.found) }),
      flock?.found.row.number,
      ofDay && t(words.day, { day: String(ofDay.dayAge), week: String(weekOf(ofDay.age)) }),
      !flock && t(words.empty),
    ],
  }
}
