import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { curveOf } from '#shared/flock-figures/course-measures.ts'
import { keptBreeds, onStandard } from '#shared/testing/three-flocks.ts'
import { toldCourse } from '#shared/testing/told-flock.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { prefer } from '#web/data/preferences.ts'
import { AgeCurves } from './age-curves.tsx'
import '../../app/theme.css'
import '../../app/base.css'

prefer({ language: 'en-US' })

const UNTIL = '2026-11-27'
const widths = [320, 390, 768, 1_440]

type Props = Parameters<typeof AgeCurves>[0]
const drawing = ({ width, ...props }: Partial<Props> & Pick<Props, 'lines'> & { width: number }) => (
  <div style={{ width }}>
    <AgeCurves label="Weight" axis="day of age" say={value => value.toFixed(0)} {...props} />
  </div>
)
const line = (points: readonly { x: number; y: number }[]) => [
  { key: 'a', name: 'House 1', sign: 'plain' as const, points },
]

/** The labels of both axes as they stand in the drawing. */
function labelsIn(place: Element) {
  const all = [...place.querySelectorAll<SVGTextElement>('.age-tick')].map(label => ({
    text: label.textContent,
    anchor: label.getAttribute('text-anchor'),
    box: label.getBoundingClientRect(),
  }))
  const [steps, levels] = [
    all.filter(({ anchor }) => anchor === 'middle').slice(0, -1),
    all.filter(({ anchor }) => anchor === 'end'),
  ]
  return { all, steps: steps.map(({ text }) => text), levels: levels.map(({ text }) => text) }
}

/** Labels of which one lies on another, in words. */
function onOthers(place: Element): string[] {
  const { all } = labelsIn(place)
  return all.flatMap(({ text, box }, i) =>
    all
      .slice(i + 1)
      .filter(
        other =>
          box.left < other.box.right &&
          other.box.left < box.right &&
          box.top + 2 < other.box.bottom &&
          other.box.top + 2 < box.bottom,
      )
      .map(other => `${text} on ${other.text}`),
  )
}
const repeated = (texts: readonly (string | null)[]) => texts.filter((text, i) => texts.indexOf(text) !== i)

const spans = [1, 2, 3, 5, 7, 11, 18, 26, 35, 42, 49, 63, 72, 90, 120, 180, 250, 365, 480, 600]
const begins = [0, 1, 17.57, 126]

test.each([0, 1] as const)(
  'days of broilers stand as a farm counts them that calls the first one %i',
  async placementDay => {
    const kept = keptBreeds.find(({ type }) => type === 'broiler') ?? keptBreeds[0]
    if (!kept) throw new Error('no breed')
    const course = toldCourse(
      onStandard({ ...kept, age: 4 }, { until: UNTIL, placementDay }),
      daysAfter(UNTIL, 1),
    )
    const { points, band } = curveOf(course, 'feed', 0)
    expect(points.map(({ x }) => x)).toEqual(course.days.map(({ age }) => age + placementDay))
    // Each beside the standard of its own day.
    for (const { x, y } of points) expect(band.find(each => each.x === x)?.mid).toBeCloseTo(y, 0)
    const { container } = await render(drawing({ width: 768, lines: line(points), band }))
    expect(labelsIn(container).steps).toEqual([0, 1, 2, 3, 4].map(day => String(day + placementDay)))
  },
)

test.each(widths)(
  'at %i px the steps of every age are told apart, from a day to 600 of them',
  async width => {
    for (const span of spans)
      for (const begin of begins) {
        const points = Array.from({ length: span }, (_, i) => ({ x: begin + i, y: 40 + 50 * i }))
        const { container, unmount } = await render(drawing({ width, lines: line(points) }))
        const { steps, levels } = labelsIn(container)
        const of = `${span} days from ${begin}`
        expect.soft(onOthers(container), of).toEqual([])
        expect.soft(repeated(steps), `steps of ${of}`).toEqual([])
        expect.soft(repeated(levels), `levels of ${of}`).toEqual([])
        expect.soft(steps.length, of).toBeGreaterThan(0)
        await unmount()
      }
  },
)

test.each([0.2, 0.9, 2, 7, 30])(
  'levels that differ by %f in all are told apart by as many decimals',
  async spread => {
    const points = Array.from({ length: 10 }, (_, i) => ({ x: i, y: 40 + (spread * i) / 9 }))
    const { container } = await render(drawing({ width: 768, lines: line(points) }))
    const { levels } = labelsIn(container)
    expect(repeated(levels)).toEqual([])
    expect(levels.length).toBeGreaterThan(1)
  },
)
