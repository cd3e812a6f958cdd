import { expect, test } from 'vitest'
import { changesOf, mergeChanges } from './changes.ts'

test('a form as opened has no changes, however its empty fields are written', () => {
  expect(
    changesOf({ name: 'House 1', breed: null, zone: undefined }, { name: 'House 1', breed: '', zone: null }),
  ).toEqual({})
})

test('a changed field is reported with its old value', () => {
  expect(changesOf({ name: 'House 1', ids: ['a'] }, { name: 'House 2', ids: ['a'] })).toEqual({
    name: 'House 1',
  })
  expect(changesOf({ ids: ['a'] }, { ids: ['a', 'b'] })).toEqual({ ids: ['a'] })
  expect(changesOf({ count: 0 }, { count: null })).toEqual({ count: 0 })
})

test('with two people’s changes each field takes the one that was made; only fields both changed are disputed', () => {
  const base = { name: 'House 1', breed: 'Ross 308', widthM: 14, heightM: 3, zone: null }
  const yours = { name: 'House 1', breed: 'Cobb 500', widthM: 15, heightM: 4, zone: undefined }
  const current = { ...base, name: 'House 7', breed: 'Hubbard', heightM: 4, version: 2 }
  expect(mergeChanges(base, yours, current)).toEqual({
    values: { name: 'House 7', breed: 'Cobb 500', widthM: 15, heightM: 4, zone: null },
    disputed: ['breed'],
    followed: ['name', 'version'],
  })
})

test('a field missing from the row of a conflict keeps the form’s value', () => {
  expect(mergeChanges({ houseIds: ['a'] }, { houseIds: ['a'] }, { name: 'North' }).values).toEqual({
    houseIds: ['a'],
  })
})
