import { expect, test } from 'vitest'
import type { Wanted } from '#shared/setting-draft.ts'
import { houseOf } from '#shared/testing/judged-house.ts'
import { draftOf, keptTemporary, movedTarget } from './draft.ts'

const at = (part: string) => `Settings/Temp/Curve/P01/${part}`
const values = {
  [at('Day')]: 35,
  [at('Target')]: 19.5,
  [at('Heat')]: 18.5,
  [at('Tunnel')]: 21.5,
  [at('Cool')]: 23,
}
const draft = (typed: Wanted) => draftOf('targetTemperature', values, typed, houseOf('broiler'))

test('a value typed back is not a change', () => {
  expect(draft({ [at('Target')]: 19.5 }).changed).toEqual([])
})

test('a temporary value typed over itself is a change: it becomes permanent', () => {
  const held = [{ name: at('Target') }, { name: at('Heat') }]
  const typed = { [at('Target')]: 19.5, [at('Tunnel')]: 21.5 }
  const kept = keptTemporary(held, typed, { before: values, values })
  expect(draftOf('targetTemperature', values, typed, houseOf('broiler'), kept)).toMatchObject({
    changed: [at('Target')],
    wanted: { [at('Target')]: 19.5 },
  })
  // Typed before it became temporary: that was the change just sent.
  const before = { ...values, [at('Target')]: 18 }
  expect(keptTemporary(held, typed, { before, values })).toEqual([])
})

test('invalid input is reported at its cell', () => {
  expect(draft({ [at('Target')]: 'warm' }).problems).toEqual([
    { field: at('Target'), message: 'settings.notNumber' },
  ])
  expect(draft({ [at('Heat')]: null }).problems).toEqual([
    { field: at('Heat'), message: 'settings.notNumber' },
  ])
})

test('a target far from the standard for the age calls for a second look', () => {
  expect(draft({ [at('Target')]: 19 }).risks).toEqual([])
  expect(draft({ ...movedTarget(draft({}), at('Target'), 15) }).risks).toMatchObject([
    { field: at('Target'), message: 'risk.colder' },
  ])
})

test('heating, cooling and tunnel follow a dragged target', () => {
  expect(movedTarget(draft({}), at('Target'), 20.04)).toEqual({
    [at('Target')]: 20,
    [at('Heat')]: 19,
    [at('Tunnel')]: 22,
    [at('Cool')]: 23.5,
  })
})
