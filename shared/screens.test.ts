import { expect, test } from 'vitest'
import { hrefOf, paths } from './screens.ts'

test('an address contains what its screen is asked, whatever the words are', () =>
  expect(hrefOf(paths.houses, { search: 'a&b=c #1/2', groupId: '7' })).toBe(
    '/chicken-home-manage?search=a%26b%3Dc+%231%2F2&groupId=7',
  ))

test('what is not known is not asked', () => {
  expect(hrefOf(paths.flocks, { id: null, record: undefined, state: '' })).toBe('/chicken-batch')
  expect(hrefOf(paths.flocks, { id: null, state: 'planned' })).toBe('/chicken-batch?state=planned')
})
