import { expect, test } from 'vitest'
import { isConstant } from './level-rows.ts'

const key = 'Settings/Vent/L07'
const modes = (...groups: number[]) =>
  Object.fromEntries(groups.map((mode, i) => [`${key}/FanGroupMode/G0${i + 1}`, mode]))

test.each([
  ['fans that all run', [1, 1, 0], [], true],
  ['one of them on the timer', [1, 2, 0], [], false],
  ['all on the timer', [2, 2, 0], [], false],
  ['no fan', [0, 0, 0], [], false],
  ['fans that all run while a time is being set', [1, 1, 0], [`${key}/CycleOn`], false],
  ['fans that all run while another level is being set', [1, 1, 0], ['Settings/Vent/L08/CycleOn'], true],
] as const)('a level with %s is constantly on or not', (_, groups, changed, expected) => {
  const document = { ...modes(...groups), 'Settings/Vent/L08/FanGroupMode/G01': 2 }
  expect(isConstant({ key }, { document, changed: [...changed] })).toBe(expected)
})
