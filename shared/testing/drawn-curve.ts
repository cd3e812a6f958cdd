import type { FlockCourse } from '../contracts/flocks.ts'
import { curveOf } from '../flock-figures/course-measures.ts'
import type { FlockMeasure } from '../flock-figures/standard.ts'

/** Share of the highest point by which a point may lie beside its band: bands have a step a week. */
const BESIDE = 0.03

/** The drawn points of a curve that do not lie on the band drawn under them, in words. */
export function pointsOffBand(course: FlockCourse, measure: FlockMeasure): string[] {
  const { points, band } = curveOf(course, measure, 4)
  const isOfBirds = measure === 'losses' || measure === 'mortality'
  const birds = [course.flock.placedCount, ...course.weeks.map(week => week.birds)].flatMap(
    each => each || [],
  )
  const bird = isOfBirds ? 100 / Math.min(...birds) : 0
  const room = Math.max(BESIDE * Math.max(...points.map(({ y }) => Math.abs(y)), 0), bird)
  return points.flatMap(({ x, y }) => {
    const after = band.findIndex(each => each.x >= x)
    const [left, right] = [band[Math.max(0, after - 1)], band[after]]
    if (!left || !right || left.x > x) return []
    const share = right.x === left.x ? 0 : (x - left.x) / (right.x - left.x)
    const between = (key: 'low' | 'high') => left[key] + share * (right[key] - left[key])
    const isOn = y >= between('low') - room && y <= between('high') + room
    return isOn ? [] : [`${measure} at ${x}: ${y} beside ${between('low')} to ${between('high')}`]
  })
}
