import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

test('a form as it was opened holds no change, however its empty fields are written', () => {
  expect(
    changesOf({ name: 'House 1', breed: null, zone: undefined }, { name: 'House 1', breed: '', zone: null }),
  ).toEqual({})
})

test('a changed field is told with the value it had', () => {
  expect(changesOf({ name: 'House 1', ids: ['a'] }, { name: 'House 2', ids: ['a'] })).toEqual({
    name: 'House 1',
  })
  expect(changesOf({ ids: ['a'] }, { ids: ['a', 'b'] })).toEqual({ ids: ['a'] })
  expect(changesOf({ count: 0 }, { count: null })).toEqual({ count: 0 })
})
