import { expect, test } from 'vitest'
import { arranged, readView } from './list-view.ts'

const columns = [{ key: 'name' }, { key: 'status' }, { key: 'city' }, { key: 'phone', isExtra: true }]
const keys = (shown: ReturnType<typeof arranged>) =>
  shown.filter(({ isShown }) => isShown).map(({ column }) => column.key)

test('by default: every column but the extra ones, in its own order', () =>
  expect(keys(arranged(columns, readView(null)))).toEqual(['name', 'status', 'city']))

test('the user’s order holds, a column added later comes last, the name stays first', () => {
  const view = { ...readView(null), order: ['city', 'name', 'gone'], shown: { phone: true } }
  expect(keys(arranged(columns, view))).toEqual(['name', 'city', 'status', 'phone'])
})

test('a hidden column is hidden, the name never is', () => {
  const view = { ...readView(null), shown: { status: false, name: false } }
  expect(keys(arranged(columns, view))).toEqual(['name', 'city'])
})

test('values kept by another version or edited by hand do no harm', () => {
  for (const odd of [
    5,
    'x',
    [],
    { order: 'a', shown: [], height: 'giant' },
    { shown: { a: 'yes' }, order: [5] },
  ])
    expect(readView(odd)).toEqual({ order: [], shown: {}, height: 'normal', saved: [] })
})
