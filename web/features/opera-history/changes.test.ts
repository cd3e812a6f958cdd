import { expect, test } from 'vitest'
import { changesOf } from './changes.ts'

const fieldsOf = (...given: Parameters<typeof changesOf>) => changesOf(...given).map(({ field }) => field)

test('a change lists its fields, nested ones too', () => {
  expect(
    changesOf(
      { name: 'House 1', size: { width: 12, length: 90 } },
      { name: 'House 2', size: { width: 14, length: 90 } },
    ),
  ).toEqual([
    { field: 'name', before: 'House 1', after: 'House 2', isSecret: false },
    { field: 'size.width', before: 12, after: 14, isSecret: false },
  ])
})

test('a new row lists only the fields with content', () => {
  expect(fieldsOf(null, { id: 'x', version: 1, name: 'House 1', remarks: null, tags: [], note: '' })).toEqual(
    ['name'],
  )
})

test('an id is left out if its name stands beside it', () => {
  expect(fieldsOf(null, { officeId: 'x', officeName: 'Linden', deviceIds: ['y'], devices: ['A-1'] })).toEqual(
    ['officeName', 'devices'],
  )
  expect(fieldsOf({ groupId: 'x' }, { groupId: 'y' })).toEqual(['groupId'])
})

test('a secret is only reported as changed', () => {
  expect(changesOf(null, { password: 'changed' })).toMatchObject([{ field: 'password', isSecret: true }])
  expect(changesOf({ note: 'old' }, { note: 'changed' })).toMatchObject([{ field: 'note', isSecret: false }])
})
