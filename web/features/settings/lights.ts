import {
  type LightPoint,
  lightOutput,
  lightPhase,
  lightPointsAt,
} from '#shared/controller-program/program.ts'
import { lightPoints } from '#shared/controller-program/program-from-settings.ts'
import type { Draft } from './draft.ts'

/** Step of a line over the day, min. */
const STEP_MIN = 5
const DAY_MIN = 1_440
const DIMMER = /^Settings\/Light\/D(\d)\//

/** A dimmer over a day of age. */
export interface DimmerDay {
  dimmer: number
  /** Output in %, every five minutes from midnight to midnight. */
  course: number[]
  /** Windows in which it is on, in the order of the day; hours since midnight. */
  windows: LightPoint[]
  /** Hours of light, each counted once. */
  hours: number
}

const askOf = (document: Draft['document']) => (name: string) => document[`Settings/${name}`] ?? undefined

/** The dimmers a document has settings for. */
const dimmersOf = (document: Draft['document']): number[] =>
  [...new Set(Object.keys(document).flatMap(name => DIMMER.exec(name)?.[1] ?? []))].map(Number).toSorted()

/** Days of age from which some dimmer has another programme. */
export function lightDays(document: Draft['document']): number[] {
  const points = dimmersOf(document).flatMap(dimmer => lightPoints(askOf(document), dimmer))
  return [...new Set(points.map(({ fromDay }) => fromDay))].toSorted((a, b) => a - b)
}

/** What each dimmer does on a day of age, by the controller's programmes. */
export function lightsOn(document: Draft['document'], age: number): DimmerDay[] {
  return dimmersOf(document).map(dimmer => {
    const windows = lightPointsAt(lightPoints(askOf(document), dimmer), age).toSorted((a, b) => a.on - b.on)
    const outputAt = (min: number) => Math.max(0, ...windows.map(window => lightOutput(window, min / 60)))
    const course = Array.from({ length: DAY_MIN / STEP_MIN + 1 }, (_, i) => outputAt(i * STEP_MIN))
    const lit = windows.filter(({ level }) => level > 0)
    const hours = Math.min(
      24,
      lit.reduce((sum, window) => sum + lightPhase(window, 0).hours, 0),
    )
    return { dimmer, course, windows: lit, hours }
  })
}
