import { z } from 'zod'
import { isSame } from './setting-draft.ts'
import type { SettingDocument, SettingValue } from './signals.ts'

/** A change of settings as far as its controller took it. */
export interface TakenChange {
  id: string
  values: SettingDocument
  /** End of a temporary change, ms since 1970; null for one that is permanent, at the panel too. */
  until: number | null
  /** For a temporary change: the permanent values of its settings when it was sent. */
  base: SettingDocument
}

/** How late the end of a temporary value may be read back before it is called late, ms. */
export const LATE_MS = 30_000

/** A setting that is temporarily another: its permanent value, and what lies over it, oldest first. */
export interface Course {
  base: SettingValue
  temporaries: { id: string; value: SettingValue; until: number }[]
}

/** By wire name. */
export type Courses = ReadonlyMap<string, Course>

/** Values that are to be set at a time, ms since 1970. */
export interface Return {
  at: number
  values: SettingDocument
}

/**
 * The settings that are temporarily others, from the changes in the order in which they were taken. A permanent change, or
 * one at the panel, ends what is temporary on its settings.
 */
export function coursesOf(changes: readonly TakenChange[]): Courses {
  const courses = new Map<string, Course>()
  for (const change of changes) take(courses, change)
  return courses
}

/** The same with one more change, the newest. */
export function withChange(known: Courses, change: TakenChange): Courses {
  const courses = new Map(known)
  take(courses, change)
  return courses
}

function take(courses: Map<string, Course>, { id, values, until, base }: TakenChange): void {
  for (const [name, value] of Object.entries(values)) {
    if (until === null) courses.delete(name)
    else {
      const course = courses.get(name) ?? { base: base[name] ?? value, temporaries: [] }
      courses.set(name, { ...course, temporaries: [...course.temporaries, { id, value, until }] })
    }
  }
}

/** What holds at a time: the newest temporary value that has not ended, else the permanent one. */
export const valueAt = ({ base, temporaries }: Course, at: number): SettingValue =>
  temporaries.findLast(({ until }) => until > at)?.value ?? base

/** A document with the permanent values of what is temporarily another. */
export const lastingValues = (document: SettingDocument, courses: Courses): SettingDocument =>
  Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, courses.get(name)?.base ?? value]),
  )

/** The values that a setting takes by itself from now on, and when, ms since 1970. */
export function stepsOf(course: Course): { at: number; value: SettingValue }[] {
  const ends = [...new Set(course.temporaries.map(({ until }) => until))].toSorted((a, b) => a - b)
  let value = course.temporaries.at(-1)?.value ?? course.base
  return ends.flatMap(at => {
    const next = valueAt(course, at)
    if (isSame(next, value)) return []
    value = next
    return [{ at, value }]
  })
}

/** Everything a gateway has to set by itself on these settings, in order of time. */
export function returnsOf(courses: Courses, names: Iterable<string>): Return[] {
  const values = new Map<number, Record<string, SettingValue>>()
  for (const name of names) {
    const course = courses.get(name)
    for (const { at, value } of course ? stepsOf(course) : [])
      values.set(at, { ...values.get(at), [name]: value })
  }
  return [...values].map(([at, set]) => ({ at, values: set })).toSorted((a, b) => a.at - b.at)
}

/** `Command/Returns` on the wire. */
export const Returns = z.array(
  z.object({ at: z.number(), values: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])) }),
)

/** Reads `Command/Returns`; null if it is no list of returns. */
export function readReturns(text: string): Return[] | null {
  try {
    return Returns.parse(JSON.parse(text))
  } catch {
    return null
  }
}
