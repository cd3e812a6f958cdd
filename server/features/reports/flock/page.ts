import type { FlockClose } from '#shared/contracts/flock-accounts.ts'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { dateOf } from '#shared/dates.ts'
import {
  against,
  breakOf,
  finalOf,
  finalTitle,
  furtherMeasuresOf,
  lackingOf,
  lackingSays,
  measuresOf,
  restsOnSays,
} from '#shared/flock-figures/course-measures.ts'
import { breedSays, type FlockMeasure, flockMeasures, standardIn } from '#shared/flock-figures/standard.ts'
import { weekOf } from '#shared/flock-figures/weeks.ts'
import { causeRows, deathCauseNames, isHens, treatmentKindNames } from '#shared/flocks.ts'
import { houseTypeNames } from '#shared/signals/signal.ts'
import { standardOf } from '#shared/standards/standards.ts'
import { type Text, text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { drawHead, drawTiles, type Say, sayer, senseInks, type Tile } from '../../../platform/pdf/parts.ts'
import { type Cell, drawHeading, drawTable } from '../../../platform/pdf/table.ts'
import { bare, count, NOTHING, number, standardSays, titled } from '../../../platform/pdf/words.ts'
import { drawClose, hasClose } from './close-part.ts'
import { drawCurves, ofMales } from './curves.ts'
import { happenedIn } from './happened.ts'

export const flockTitle = text('批次报告', 'Flock report')

const words = {
  placed: text('{day} 入舍 {count} 只', 'placed {count} on {day}'),
  placedUncounted: text('{day} 入舍', 'placed on {day}'),
  takenOver: text('接手，{age} 日龄', 'taken over at {age} days'),
  until: text('至 {day}', 'to {day}'),
  age: text('{day} 日龄（第 {week} 周）', 'day {day} (week {week})'),
  nothingTold: text('这批鸡还没有记录。', 'No records for this flock yet.'),
  alive: text('存栏', 'Alive'),
  ofPlaced: text('入舍 {placed}', 'of {placed} placed'),
  standard: text('标准 {standard}', 'standard {standard}'),
  noStandard: text('无标准', 'no standard'),
  finalFigures: text('最终成绩', 'Final figures'),
  soFar: text('累计成绩', 'So far'),
  figure: text('指标', 'Figure'),
  thisFlock: text('本批', 'This flock'),
  before: text('上批 {number}', 'Before: {number}'),
  best: text('最佳', 'Best ¼'),
  standardTitle: text('标准', 'Standard'),
  undated: text('未注明版次', 'undated'),
  broke: text('拐点：{week} 周龄', 'Break point: week {week}'),
  breakSays: text(
    '产蛋率由 {from}% 降到 {to}%，两周内比标准多降 {points} 个百分点。',
    'The laying rate fell from {from} % to {to} %, {points} points more than the standard in two weeks.',
  ),
  breakHappened: text('当周情况：{events}', 'In that week: {events}'),
  weeks: text('每周成绩，下方为标准', 'By week, with the standard below'),
  furtherWeeks: text('每周其他指标，下方为标准', 'Further figures by week, with the standard below'),
  weekHead: text('周龄', 'Week'),
  until7: text('截止', 'Until'),
  gone: text('死淘', 'Losses'),
  causes: text('死淘原因', 'Causes of losses'),
  cause: text('原因', 'Cause'),
  noCause: text('未注明原因', 'Without a cause'),
  birds: text('只数', 'Birds'),
  share: text('占死淘 %', 'Of losses, %'),
  treatments: text('用药与免疫', 'Medicine and vaccine'),
  day: text('日期', 'Date'),
  kind: text('类别', 'Kind'),
  name: text('名称', 'Name'),
  withdrawal: text('休药期至', 'Withdrawal until'),
  notes: text('备注', 'Notes'),
  note: text('内容', 'Note'),
} as const

/** What the parts of a flock report draw with. */
interface Drawing {
  paper: Paper
  course: FlockCourse
  reader: Reader
  t: Say
}

/** Draws a flock: one page of figures and curves, then its weeks, treatments and notes, and what it is closed with. */
export function drawFlock(paper: Paper, course: FlockCourse, reader: Reader, close: FlockClose): void {
  const drawing = { paper, course, reader, t: sayer(reader) }
  const { t } = drawing
  const over = () => {
    paper.addPage()
    return drawHead(paper, headOf(drawing)) + 12
  }
  const top = over()
  if (course.days.length === 0) {
    paper.write(t(words.nothingTold), page.left, top, { ink: 'quiet' })
    if (hasClose(close)) drawClose(paper, close, reader, over)
    return
  }
  const tiles = drawTiles(paper, tilesOf(drawing), top - 2)
  const curves = drawCurves(paper, course, reader, tiles + 14)
  const final = drawFinal(drawing, curves + 12)
  drawBeside(drawing, curves + 12)
  const hasMales = course.weeks.some(week => ofMales.some(measure => week[measure] !== null))
  const males = hasMales ? drawCurves(paper, course, reader, over(), ofMales) + 14 : page.bottom
  let at = drawWeeks(drawing, Math.max(hasMales ? 0 : final, males), over)
  for (const table of [causesOf(drawing), treatmentsOf(drawing), notesOf(drawing)]) {
    if (table.rows.length === 0) continue
    if (at + ROOM > page.bottom) at = over()
    at = drawTable(paper, table, { y: drawHeading(paper, table.title, { x: page.left, y: at }), over }) + 14
  }
  if (hasClose(close)) drawClose(paper, close, reader, over)
}

/** A heading, titles and two rows: a table does not start at the foot of a page with less. */
const ROOM = 64

function headOf({ course: { flock, standard, placedAge }, reader: { language }, t }: Drawing) {
  const day = (value: string) => dateOf(value, language)
  return {
    title: flock.houseName,
    days: flock.number,
    aside: [
      flock.endedOn && t(words.until, { day: day(flock.endedOn) }),
      flock.dayAge !== null &&
        flock.age !== null &&
        t(words.age, { day: String(flock.dayAge), week: String(weekOf(flock.age)) }),
    ],
    says: [
      flockTitle[language],
      flock.customer,
      houseTypeNames[flock.type][language],
      breedSays({ breed: flock.breed, standard }),
      flock.placedCount === null
        ? t(words.placedUncounted, { day: day(flock.placedOn) })
        : t(words.placed, {
            day: day(flock.placedOn),
            count: count(flock.placedCount, { language } as Reader),
          }),
      flock.takenOver && t(words.takenOver, { age: String(placedAge) }),
    ],
  }
}

function tilesOf({ course, reader, t }: Drawing): Tile[] {
  const { flock } = course
  const figure = (measure: FlockMeasure): Tile => {
    const { unit, decimals, label } = flockMeasures[measure]
    const week = course.weeks.findLast(each => each[measure] !== null)
    const told = week && against(course, measure, week)
    const lacks = week && lackingOf(measure, week)
    const standard = told?.standard
      ? t(words.standard, { standard: standardSays(measure, told.standard, reader) })
      : t(words.noStandard)
    const says = lacks ? lackingSays(lacks, reader.language) : standard
    return {
      title: label[reader.language],
      value: bare(told?.value ?? null, unit, decimals, reader),
      unit: unit === '' ? '' : shownUnit(unit, reader.units).unit,
      says,
      ink: senseInks[told?.sense ?? 'neutral'],
    }
  }
  const measures: readonly FlockMeasure[] = isHens(flock)
    ? ['rate', 'eggsPerHen', 'losses', 'feed']
    : ['weight', 'losses', 'feed', 'water']
  return [
    {
      title: t(words.alive),
      value: count(flock.alive, reader),
      unit: '',
      says: flock.placedCount === null ? '' : t(words.ofPlaced, { placed: count(flock.placedCount, reader) }),
      ink: 'text',
    },
    ...measures.map(figure),
  ]
}

const HALF = (WIDTH - 14) / 2

/** The flock's final figures, beside those of the previous flock in the house. */
function drawFinal({ paper, course, reader, t }: Drawing, y: number): number {
  const { flock, before, best } = course
  const { language } = reader
  const rows = finalOf(course).map(({ key, unit, decimals, value, standard, ...told }) => [
    {
      text: titled(finalTitle(key, reader), unit, reader),
      ...(told.lacks && { under: lackingSays(told.lacks, language) }),
      ...(told.restsOn && { under: restsOnSays(told.restsOn, language) }),
    },
    {
      text: bare(value, unit, decimals, reader),
      isStrong: true,
      ...(standard !== null && {
        under: t(words.standard, { standard: bare(standard, unit, decimals, reader) }),
      }),
    },
    ...(before
      ? [
          {
            text: bare(told.previous, unit, decimals, reader),
            ...(told.previousLacks && { under: lackingSays(told.previousLacks, language) }),
          },
        ]
      : []),
    ...(best ? [bare(told.top, unit, decimals, reader)] : []),
  ])
  if (rows.length === 0) return y
  const aligned = { align: 'right' as const }
  const beside = [
    { title: t(words.thisFlock), width: 44, ...aligned },
    ...(before ? [{ title: t(words.before, { number: before.number }), width: 84, ...aligned }] : []),
    ...(best ? [{ title: t(words.best), width: 38, ...aligned }] : []),
  ]
  const room = HALF - beside.reduce((sum, { width }) => sum + width, 0)
  const columns = [{ title: t(words.figure), width: room }, ...beside]
  const title = flock.state === 'closed' ? t(words.finalFigures) : t(words.soFar)
  return drawTable(paper, { columns, rows }, { y: drawHeading(paper, title, { x: page.left, y }) })
}

/** The standard it is compared with, and where it left it. */
function drawBeside({ paper, course, reader, t }: Drawing, y: number): void {
  const x = page.left + HALF + 14
  const { language } = reader
  const breed = standardIn({ breed: course.flock.breed, standard: course.standard })
  const how = { size: 8, ink: 'quiet', width: HALF } as const
  let at = y
  if (breed) {
    const { name, source } = standardOf(breed)
    const edition = source.edition === 'undated' ? t(words.undated) : source.edition
    at = drawHeading(paper, `${t(words.standardTitle)}: ${name}`, { x, y: at })
    at = paper.paragraph(`${source.publisher}, ${source.publication}, ${edition}.`, x, at, {
      ...how,
      lines: 2,
    })
    at = paper.paragraph(source.caveat[language], x, at, { ...how, lines: 3 }) + 8
  }
  const broke = breakOf(course)
  if (!broke) return
  at = drawHeading(paper, t(words.broke, { week: String(broke.week) }), { x, y: at })
  const happened = happenedIn(course, broke.week, language)
  const says = [
    t(words.breakSays, {
      points: number(broke.lost, 1, language),
      from: number(broke.from, 1, language),
      to: number(broke.to, 1, language),
    }),
    happened.length > 0 && t(words.breakHappened, { events: happened.join('; ') }),
  ]
  paper.paragraph(says.filter(Boolean).join(' '), x, at, {
    ...how,
    lines: Math.max(1, Math.floor((page.bottom - at) / 11.6)),
  })
}

/** Columns of the tables of further figures. */
const FURTHER = 5

/** Every week, with that week's standard below each figure, oldest first; then what else such birds are looked at by. */
function drawWeeks(drawing: Drawing, y: number, over: () => number): number {
  const { course } = drawing
  const further = furtherMeasuresOf(course).filter(measure =>
    course.weeks.some(week => week[measure] !== null),
  )
  let at = drawMeasures(drawing, measuresOf(course), words.weeks, y, over)
  for (let i = 0; i < further.length; i += FURTHER)
    at = drawMeasures(drawing, further.slice(i, i + FURTHER), words.furtherWeeks, at, over)
  return at
}

function drawMeasures(
  { paper, course, reader, t }: Drawing,
  measures: readonly FlockMeasure[],
  heading: Text,
  y: number,
  over: () => number,
): number {
  const zero = daysAfter(course.flock.placedOn, -course.placedAge)
  const rows = course.weeks.map(week => [
    { text: String(week.week), isStrong: true },
    dateOf(daysAfter(zero, week.age), reader.language),
    count(week.alive, reader),
    count(week.dead + week.culled, reader),
    ...measures.map((measure): Cell => {
      const { unit, decimals } = flockMeasures[measure]
      const { value, standard, sense } = against(course, measure, week)
      return {
        text: bare(value, unit, decimals, reader),
        ink: senseInks[sense],
        isStrong: value !== null,
        under: standard ? standardSays(measure, standard, reader) : ' ',
      }
    }),
  ])
  const first = [
    { title: t(words.weekHead), width: 30 },
    { title: t(words.until7), width: 58 },
    { title: t(words.alive), width: 38, align: 'right' as const },
    { title: t(words.gone), width: 34, align: 'right' as const },
  ]
  const width = (WIDTH - first.reduce((sum, column) => sum + column.width, 0)) / measures.length
  const columns = [
    ...first,
    ...measures.map(measure => ({
      title: flockMeasures[measure].label[reader.language],
      unit: shownUnit(flockMeasures[measure].unit, reader.units).unit,
      width,
      align: 'right' as const,
    })),
  ]
  const at = y + ROOM > page.bottom ? over() : y
  const top = drawHeading(paper, t(heading), { x: page.left, y: at })
  return drawTable(paper, { columns, rows }, { y: top, over }) + 14
}

interface Told {
  title: string
  columns: { title: string; width: number; align?: 'right' }[]
  rows: string[][]
}

function causesOf({ course, reader, t }: Drawing): Told {
  return {
    title: t(words.causes),
    columns: [
      { title: t(words.cause), width: 160 },
      { title: t(words.birds), width: 80, align: 'right' },
      { title: t(words.share), width: 90, align: 'right' },
    ],
    rows: causeRows(course.causes).map(({ cause, birds, share }) => [
      cause ? deathCauseNames[cause][reader.language] : t(words.noCause),
      count(birds, reader),
      bare(share, '%', 1, reader),
    ]),
  }
}

function treatmentsOf({ course, reader: { language }, t }: Drawing): Told {
  const given = course.events.filter(({ kind }) => kind === 'medicine' || kind === 'vaccine').toReversed()
  return {
    title: t(words.treatments),
    columns: [
      { title: t(words.day), width: 80 },
      { title: t(words.kind), width: 80 },
      { title: t(words.name), width: WIDTH - 280 },
      { title: t(words.withdrawal), width: 120 },
    ],
    rows: given.map(({ day, kind, says, until }) => [
      dateOf(day, language),
      treatmentKindNames[kind as keyof typeof treatmentKindNames][language],
      says,
      until === null ? NOTHING : dateOf(until, language),
    ]),
  }
}

function notesOf({ course, reader: { language }, t }: Drawing): Told {
  const notes = course.events.filter(({ kind }) => kind === 'note').toReversed()
  return {
    title: t(words.notes),
    columns: [
      { title: t(words.day), width: 80 },
      { title: t(words.note), width: WIDTH - 80 },
    ],
    rows: notes.map(({ day, says }) => [dateOf(day, language), says]),
  }
}
