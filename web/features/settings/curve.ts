import type { Draft } from './draft.ts'
import { usedPoints } from './points.ts'

const CURVE = 'Settings/Temp/Curve/P'

/** A point of the target curve with the limits around it, °C; NaN where the controller has none. */
export interface CurvePoint {
  /** Wire name up to the last part. */
  at: string
  day: number
  target: number
  heat: number
  tunnel: number
  low: number
  high: number
}

const numberIn = (document: Draft['document'], name: string): number => {
  const value = document[name]
  return typeof value === 'number' ? value : Number.NaN
}

/** The points of a document by day; those without day or target are left out. */
export function curvePoints(document: Draft['document']): CurvePoint[] {
  const points = Object.keys(document)
    .filter(name => /\/Temp\/Curve\/P\d+\/Day$/.test(name))
    .map((name): CurvePoint => {
      const at = name.slice(0, -'Day'.length)
      const part = (key: string) => numberIn(document, at + key)
      const target = part('Target')
      return {
        at,
        day: numberIn(document, name),
        target,
        heat: part('Heat'),
        tunnel: part('Tunnel'),
        low: target - part('LowAlarmDiff'),
        high: target + part('HighAlarmDiff'),
      }
    })
  const used = new Set(usedPoints(document, CURVE).map(({ place }) => `${CURVE}${place}/`))
  return points
    .filter(({ at }) => used.has(at))
    .filter(({ day, target }) => Number.isFinite(day) && Number.isFinite(target))
    .toSorted((a, b) => a.day - b.day)
}

const OFFSET = 'Settings/Temp/TargetOffset'
const NIGHT = 'Settings/Temp/NightSetback'
/** What moves the whole curve, in the order in which a controller adds them. */
export const shiftNames = [OFFSET, NIGHT] as const

/** K added to the curve all day, and besides while the light is off; 0 where the controller has no such setting. */
export function shiftsOf(document: Draft['document']): { day: number; night: number } {
  const [offset, night] = shiftNames.map(name => numberIn(document, name) || 0) as [number, number]
  return { day: offset, night: offset + night }
}

/** The curve as it holds with such a shift: heating, tunnel and alarms keep their distance to the target. */
export const shifted = (points: readonly CurvePoint[], by: number): CurvePoint[] =>
  points.map(({ at, day, target, heat, tunnel, low, high }) => ({
    at,
    day,
    target: target + by,
    heat: heat + by,
    tunnel: tunnel + by,
    low: low + by,
    high: high + by,
  }))

/** The curve's value on a day: linear between its points, flat before the first and after the last. */
export function curveAt(
  points: readonly CurvePoint[],
  day: number,
  part: keyof Omit<CurvePoint, 'at' | 'day'>,
): number {
  const next = points.findIndex(point => point.day > day)
  const after = next < 0 ? points.at(-1) : points[next]
  const before = next <= 0 ? after : points[next - 1]
  if (!after || !before) return Number.NaN
  const span = after.day - before.day
  const share = span > 0 && next > 0 ? (day - before.day) / span : 0
  return before[part] + (after[part] - before[part]) * share
}

/** The place of the point that holds on a day: the last one not after it, or the first. */
export function pointOn(document: Draft['document'], prefix: string, day: number): string | undefined {
  const used = usedPoints(document, prefix)
  return (used.findLast(point => point.day <= day) ?? used[0])?.place
}

/** Ends of the axes: everything drawn, with a margin. */
export function rangeOf(points: readonly CurvePoint[], today: number | null, live: number | null) {
  const days = [...points.map(({ day }) => day), ...(today === null ? [] : [today])]
  const values = points.flatMap(({ target, heat, tunnel, low, high }) => [target, heat, tunnel, low, high])
  const seen = [...values, ...(live === null ? [] : [live])].filter(Number.isFinite)
  return {
    days: [Math.min(...days), Math.max(...days)] as const,
    degrees: [Math.floor(Math.min(...seen) / 2) * 2, Math.ceil(Math.max(...seen) / 2) * 2] as const,
  }
}

/** Levels by day, drawn as steps: the minimum and maximum on each named day. */
export function levelSteps(document: Draft['document']) {
  return Object.keys(document)
    .filter(name => /\/Vent\/MinMax\/P\d+\/Day$/.test(name))
    .map(name => {
      const at = name.slice(0, -'Day'.length)
      return {
        day: numberIn(document, name),
        min: numberIn(document, `${at}Min`),
        max: numberIn(document, `${at}Max`),
      }
    })
    .filter(({ day, min, max }) => [day, min, max].every(Number.isFinite))
    .toSorted((a, b) => a.day - b.day)
}
