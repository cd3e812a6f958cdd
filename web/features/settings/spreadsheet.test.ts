import { expect, test } from 'vitest'
import { layoutOf } from './layout.ts'
import { blockAt } from './spreadsheet.ts'

const [table] = layoutOf('levels', () => true).tables
const reader = { language: 'en-US', units: 'metric' } as const
const level = (row: number, part: string) => `Settings/Vent/L${String(row).padStart(2, '0')}/${part}`
const paste = (name: string, text: string) => table && blockAt(table, name, text, reader)

test('a block from a spreadsheet fills the cells it is pasted over, words included', () => {
  expect(paste(level(2, 'FanGroupMode/G12'), 'On\t60\t240\nCycle\t70,5\tx\n')).toEqual({
    cells: {
      [level(2, 'FanGroupMode/G12')]: 1,
      [level(2, 'CycleOn')]: 60,
      [level(2, 'CycleOff')]: 240,
      [level(3, 'FanGroupMode/G12')]: 2,
      [level(3, 'CycleOn')]: 70.5,
      [level(3, 'CycleOff')]: 'x',
    },
  })
})

test('a block too wide or too long is refused, naming the cell it started from', () => {
  expect(paste(level(2, 'PadAllowed'), 'yes\t1')).toMatchObject({
    signal: { name: level(2, 'PadAllowed') },
    side: 'columns',
    has: 2,
    fits: 1,
  })
  expect(paste(level(18, 'CycleOn'), '1\n2')).toMatchObject({ side: 'rows', has: 2, fits: 1 })
})
