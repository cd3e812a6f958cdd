import type { Wanted } from '#shared/setting-draft.ts'
import type { SettingValue } from '#shared/signals.ts'
import type { SettingTable } from './layout.ts'

/** A table of points by day of age: the prefix of its points, and whether a value holds until the next one. */
export interface Points {
  prefix: string
  isStep: boolean
}

/** The kind of points in a table's rows; undefined for other tables. */
export function pointsOf({ key }: SettingTable): Points | undefined {
  if (key.startsWith('Settings/Temp/Curve/P')) return { prefix: 'Settings/Temp/Curve/P', isStep: false }
  if (key.startsWith('Settings/Vent/MinMax/P')) return { prefix: 'Settings/Vent/MinMax/P', isStep: true }
  return undefined
}

type Value = SettingValue | null
interface Point {
  /** Number on the wire, from 01. */
  place: string
  day: number
  parts: Record<string, Value>
}

/** All slots for points that a controller has, in order. */
function placesOf(document: Wanted, prefix: string): Point[] {
  const places = new Map<string, Point>()
  for (const [name, value] of Object.entries(document)) {
    if (!name.startsWith(prefix)) continue
    const [place = '', part = ''] = name.slice(prefix.length).split('/')
    const point = places.get(place) ?? { place, day: Number.NaN, parts: {} }
    if (part === 'Day') point.day = typeof value === 'number' ? value : Number.NaN
    else point.parts[part] = value
    places.set(place, point)
  }
  return [...places.values()].toSorted((a, b) => a.place.localeCompare(b.place))
}

const isLike = (a: Point, b: Point) => Object.keys(a.parts).every(part => a.parts[part] === b.parts[part])

/**
 * The points in use. A controller always has all of its slots: unused ones stand at the end, each a day after the previous
 * one with the same values, where they change nothing.
 */
export function usedPoints(document: Wanted, prefix: string): Point[] {
  const places = placesOf(document, prefix)
  const isSpare = (point: Point, i: number) => {
    const before = places[i - 1]
    return before !== undefined && point.day === before.day + 1 && isLike(point, before)
  }
  const last = places.findLastIndex((point, i) => !isSpare(point, i))
  return places.slice(0, last + 1)
}

/** Whether there is a free slot for a point. */
export const hasRoom = (document: Wanted, { prefix }: Points): boolean =>
  usedPoints(document, prefix).length < placesOf(document, prefix).length

/** The cells with a point added, on a day without one, with the table's values on that day. */
export function withPoint(document: Wanted, { prefix, isStep }: Points, day: number): Wanted {
  const used = usedPoints(document, prefix)
  const next = used.findIndex(point => point.day > day)
  const after = next < 0 ? used.at(-1) : used[next]
  const before = next <= 0 ? after : used[next - 1]
  if (!after || !before || used.some(point => point.day === day) || !hasRoom(document, { prefix, isStep }))
    return {}
  const share = isStep || before === after ? 0 : (day - before.day) / (after.day - before.day)
  const between = (from: Value = null, to: Value = null): Value =>
    typeof from === 'number' && typeof to === 'number'
      ? Math.round((from + (to - from) * share) * 10) / 10
      : from
  const parts = Object.fromEntries(
    Object.keys(before.parts).map(part => [part, between(before.parts[part], after.parts[part])]),
  )
  const at = next < 0 ? used.length : next
  return laidOut(document, prefix, used.toSpliced(at, 0, { place: '', day, parts }))
}

/** The cells without a point; the last one stays. */
export function withoutPoint(document: Wanted, { prefix }: Points, place: string): Wanted {
  const left = usedPoints(document, prefix).filter(point => point.place !== place)
  return left.length === 0 ? {} : laidOut(document, prefix, left)
}

function laidOut(document: Wanted, prefix: string, points: readonly Point[]): Wanted {
  const last = points.at(-1)
  if (!last) return {}
  const cells = placesOf(document, prefix).flatMap(({ place }, i): [string, Value][] => {
    const { day, parts } = points[i] ?? { day: last.day + i + 1 - points.length, parts: last.parts }
    return [
      [`${prefix}${place}/Day`, day],
      ...Object.entries(parts).map(([part, value]): [string, Value] => [`${prefix}${place}/${part}`, value]),
    ]
  })
  return Object.fromEntries(cells)
}
