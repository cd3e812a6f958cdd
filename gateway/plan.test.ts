import { expect, test } from 'vitest'
import type { Return } from '#shared/temporary-settings.ts'
import { dueOf, replan, withoutDue } from './plan.ts'

const A = 'Settings/Temp/TargetOffset'
const B = 'Settings/Temp/NightSetback'

test('a command replaces what was planned for its settings, and leaves the others', () => {
  const planned: Return[] = [
    { at: 10, values: { [A]: 1, [B]: 2 } },
    { at: 20, values: { [A]: 0 } },
  ]
  expect(replan(planned, [A], [{ at: 15, values: { [A]: 3, [B]: 9 } }])).toEqual([
    { at: 10, values: { [B]: 2 } },
    { at: 15, values: { [A]: 3 } },
  ])
  expect(replan(planned, [A, B], [])).toEqual([])
})

test('after a long cut of power only the last value of each setting that is due is set', () => {
  const planned: Return[] = [
    { at: 10, values: { [A]: 1 } },
    { at: 20, values: { [A]: 0, [B]: 2 } },
    { at: 90, values: { [B]: 0 } },
  ]
  expect(dueOf(planned, 50)).toEqual({ [A]: 0, [B]: 2 })
  // Only one of them could be set.
  expect(withoutDue(planned, [A], 50)).toEqual([
    { at: 20, values: { [B]: 2 } },
    { at: 90, values: { [B]: 0 } },
  ])
})
