import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { curveOf as curveOfCourse } from '#shared/flock-figures/course-measures.ts'
import { type FlockMeasure, flockMeasures } from '#shared/flock-figures/standard.ts'
import { isHens } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { type Chart, drawChart } from '../../../platform/pdf/chart.ts'
import { type Paper, page, WIDTH } from '../../../platform/pdf/paper.ts'
import { sayer } from '../../../platform/pdf/parts.ts'
import { titled } from '../../../platform/pdf/words.ts'
import { standardDrawn } from '../standard-drawn.ts'

const words = {
  byWeek: text('{figure}，按周龄', '{figure} by week of age'),
  byDay: text('{figure}，按日龄', '{figure} by day of age'),
  actual: text('实际', 'Actual'),
  standard: text('标准', 'Standard'),
  nothing: text('未记录', 'not recorded'),
}

const CHART = { gap: 14, below: 12, height: 122 }

/** Weeks of the standard drawn beyond the recorded ones. */
const AHEAD = 4

/** The minimum range of a figure's axis, in its metric unit. */
const least: Readonly<Partial<Record<FlockMeasure, number>>> = {
  rate: 10,
  eggWeight: 5,
  feed: 20,
  water: 40,
  weight: 200,
  losses: 1,
  maleFeed: 20,
  maleWeight: 200,
  maleLosses: 1,
}

/** What is drawn of the flock, and of the males of breeders. */
const mainOf = ({ flock }: FlockCourse): readonly FlockMeasure[] =>
  isHens(flock)
    ? ['rate', 'eggWeight', 'weight', 'losses', 'feed', 'water']
    : ['weight', 'losses', 'feed', 'water']
export const ofMales: readonly FlockMeasure[] = ['maleWeight', 'maleFeed', 'maleLosses', 'malesPerHundred']

/** The figures of the flock by week, two side by side, with the standard as a band; returns where they end. */
export function drawCurves(
  paper: Paper,
  course: FlockCourse,
  reader: Reader,
  y: number,
  measures = mainOf(course),
): number {
  const width = (WIDTH - CHART.gap) / 2
  let end = y
  for (const [i, measure] of measures.entries()) {
    const x = page.left + (i % 2) * (width + CHART.gap)
    const top = y + Math.floor(i / 2) * (CHART.height + CHART.below)
    drawChart(paper, { x, y: top, width, height: CHART.height }, curveOf(course, measure, reader))
    end = top + CHART.height
  }
  return end
}

function curveOf(course: FlockCourse, measure: FlockMeasure, reader: Reader): Chart {
  const t = sayer(reader)
  const { unit, label } = flockMeasures[measure]
  const unitOf = shownUnit(unit, reader.units)
  const {
    by,
    points: told,
    band,
  } = curveOfCourse(course, measure, course.flock.state === 'closed' ? 0 : AHEAD)
  const xs = [...told, ...band].map(({ x }) => x)
  const first = xs.length === 0 ? 1 : Math.min(...xs)
  const last = xs.length === 0 ? 2 : Math.max(...xs)
  const points = band.map(({ x, ...standard }) => ({ x, standard }))
  const { drawn, sign } = standardDrawn(t(words.standard), points, unitOf.shown)
  return {
    x: { from: first - 0.5, to: last + 0.5, ticks: weekTicks(Math.floor(first), Math.ceil(last)) },
    y: {
      format: value => value.toLocaleString(reader.language, { maximumFractionDigits: 3 }),
      least: unitOf.difference(least[measure] ?? 1),
      fromZero: measure === 'losses' || measure === 'maleLosses',
    },
    title: titled(
      t(by === 'day' ? words.byDay : words.byWeek, { figure: label[reader.language] }),
      unit,
      reader,
    ),
    nothing: t(words.nothing),
    drawn: [
      drawn,
      {
        kind: 'line',
        x: told.map(({ x }) => x),
        y: told.map(({ y }) => unitOf.shown(y)),
        ink: 'primary',
        width: 1.5,
      },
    ],
    legend: [{ label: t(words.actual), ink: 'primary' }, sign],
  }
}

/** At most eight labelled weeks, at even steps. */
function weekTicks(first: number, last: number) {
  const step = [1, 2, 5, 10, 20].find(size => (last - first) / size <= 8) ?? 20
  const from = Math.ceil(first / step) * step
  const count = Math.floor((last - from) / step) + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const at = from + i * step
    return { at, label: String(at) }
  })
}
