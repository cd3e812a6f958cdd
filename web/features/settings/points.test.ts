import { expect, test } from 'vitest'
import { draftProblems } from '#shared/setting-draft.ts'
import type { SettingDocument } from '#shared/signals.ts'
import { hasRoom, usedPoints, withoutPoint, withPoint } from './points.ts'

const curve = { prefix: 'Settings/Temp/Curve/P', isStep: false }
const levels = { prefix: 'Settings/Vent/MinMax/P', isStep: true }
const place = (i: number) => String(i + 1).padStart(2, '0')
const days = (document: SettingDocument, prefix = curve.prefix) =>
  usedPoints(document, prefix).map(({ day }) => day)

const TARGETS = [31, 28, 26, 24]
const document: SettingDocument = Object.fromEntries(
  TARGETS.flatMap((target, i) => [
    [`${curve.prefix}${place(i)}/Day`, i * 10],
    [`${curve.prefix}${place(i)}/Target`, target],
  ]),
)
const apply = (before: SettingDocument, cells: object) => ({ ...before, ...cells }) as SettingDocument

test('a removed point leaves its slot at the end, where it changes nothing', () => {
  const after = apply(document, withoutPoint(document, curve, '02'))
  expect(days(after)).toEqual([0, 20, 30])
  expect(after[`${curve.prefix}04/Day`]).toBe(31)
  expect(after[`${curve.prefix}04/Target`]).toBe(24)
  expect(draftProblems('targetTemperature', after, document)).toEqual([])
})

test('an added point takes a free slot, with the curve’s value on its day', () => {
  expect(hasRoom(document, curve)).toBe(false)
  expect(withPoint(document, curve, 5)).toEqual({})
  const fewer = apply(document, withoutPoint(document, curve, '02'))
  expect(hasRoom(fewer, curve)).toBe(true)
  const more = apply(fewer, withPoint(fewer, curve, 5))
  expect(days(more)).toEqual([0, 5, 20, 30])
  // 31 on day 0, 26 on day 20.
  expect(more[`${curve.prefix}02/Target`]).toBe(29.8)
  expect(draftProblems('targetTemperature', more, document)).toEqual([])
})

test('a point after the last continues with its value', () => {
  const fewer = apply(document, withoutPoint(document, curve, '04'))
  expect(days(apply(fewer, withPoint(fewer, curve, 40)))).toEqual([0, 10, 20, 40])
})

test('a day that has a point gets no second one', () => {
  const fewer = apply(document, withoutPoint(document, curve, '02'))
  expect(withPoint(fewer, curve, 20)).toEqual({})
})

test('levels hold until the next named day', () => {
  const at = (i: number, part: string) => `${levels.prefix}${place(i)}/${part}`
  const steps: SettingDocument = {
    [at(0, 'Day')]: 0,
    [at(0, 'Min')]: 1,
    [at(0, 'Max')]: 10,
    [at(1, 'Day')]: 20,
    [at(1, 'Min')]: 4,
    [at(1, 'Max')]: 18,
    [at(2, 'Day')]: 21,
    [at(2, 'Min')]: 4,
    [at(2, 'Max')]: 18,
  }
  expect(days(steps, levels.prefix)).toEqual([0, 20])
  const more = apply(steps, withPoint(steps, levels, 10))
  expect([more[at(1, 'Day')], more[at(1, 'Min')], more[at(2, 'Day')]]).toEqual([10, 1, 20])
})
