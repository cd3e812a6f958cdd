import { expect, test } from 'vitest'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { createLayouts } from './layouts.ts'
import { birthOf } from './signal-set.ts'
import { addUnannounced, findAlias, readBirth, tableOf } from './signal-table.ts'

const layouts = createLayouts()
/** The birth of a controller whose aliases start here. */
const born = (firstAlias: number): Metric[] =>
  ['Temp', 'Setting', 'Hum'].map((name, i) => ({
    name,
    alias: firstAlias + i,
    datatype: DataType.Float,
    value: 0,
    properties: { readOnly: { type: DataType.Boolean, value: name !== 'Setting' } },
  }))
function tableFor(metrics: Metric[]) {
  const table = tableOf(readBirth(metrics), layouts, () => true)
  if (!table) throw new Error('not admitted')
  return table
}

test('devices with identical births share what is known of their metrics, wherever their aliases start', () => {
  const [first, second, other] = [born(0), born(1_000), born(0).slice(1)].map(tableFor) as [
    ReturnType<typeof tableFor>,
    ReturnType<typeof tableFor>,
    ReturnType<typeof tableFor>,
  ]
  expect(second.set).toBe(first.set)
  expect(other.set).not.toBe(first.set)
  expect([first, second].map((table, i) => findAlias(table, i * 1_000 + 2)?.name)).toEqual(['Hum', 'Hum'])
  expect(findAlias(second, 2)).toBeUndefined()
  expect(birthOf(second).map(({ name, alias }) => [name, alias])).toEqual([
    ['Temp', 1_000],
    ['Hum', 1_002],
    ['Setting', 1_001],
  ])
})

test('a stored birth is shared too, although the database returns its fields in another order', () => {
  const table = tableFor(born(7))
  const stored = birthOf(table).map(metric => Object.fromEntries(Object.entries(metric).toReversed()))
  expect(tableOf(stored as never, layouts, () => true)?.set).toBe(table.set)
})

test('what one device adds is unknown to the others, and shared by those that add the same', () => {
  const [first, second, third] = [tableFor(born(0)), tableFor(born(50)), tableFor(born(90))]
  const added = (alias: number): Metric[] => [{ name: 'New', alias, datatype: DataType.Float, value: 1 }]
  expect(addUnannounced(first, added(40), layouts)).toBeNull()
  expect(findAlias(first, 40)?.name).toBe('New')
  expect(second.set.byName.has('New')).toBe(false)
  expect(third.set).toBe(second.set)
  addUnannounced(second, added(90), layouts)
  expect(second.set).toBe(first.set)
  expect(findAlias(second, 90)?.name).toBe('New')
})
