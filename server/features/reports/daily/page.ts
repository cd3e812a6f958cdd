import { dateOf } from '#shared/dates.ts'
import { breedSays } from '#shared/flock-figures/standard.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import type { Reader } from '#shared/units.ts'
import { withheldUntil } from '#shared/withdrawal-words.ts'
import { ownStandardOf } from '../../../farm/flocks/flocks.queries.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
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
  const charts = drawCharts(drawing, drawWithheld(drawing, tiles) + 14)
  const tables = drawTables(drawing, charts + 12)
  drawHappened(drawing, tables + 12)
}

/** What may not be sold on the day, by which medicine; nothing where nothing is withheld. */
function drawWithheld({ paper, daily: { flock }, reader: { language }, t }: Drawing, y: number): number {
  const says = (['meat', 'eggs'] as const).flatMap(kind => {
    const withheld = flock?.withheld[kind]
    if (!withheld) return []
    return `${t(withheldUntil[kind], { day: dateOf(withheld.until, language) })} ${withheld.by.join(', ')}`
  })
  if (says.length === 0) return y
  const how = { size: 9, ink: 'alarm', weight: 'strong', width: WIDTH, lines: 2 } as const
  return paper.paragraph(says.join(' · '), page.left, y + 8, how)
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
