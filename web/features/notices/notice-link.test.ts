import { expect, test } from 'vitest'
import { linkOf } from './notice-link.ts'

const everything = () => true

test('a message about an alarm leads to it', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a/1' }, everything)).toBe('/house-alarm?alarm=a%2F1')
})

test('a message leads to the screen of its reader: staff and clients have their own', () => {
  const message = { businessType: 'repair', subjectId: '7' }
  expect(linkOf(message, everything)).toBe('/device-maintain/repair/admin-list?id=7')
  expect(linkOf(message, path => path === '/device-maintain/repair')).toBe('/device-maintain/repair?id=7')
})

test('a message whose screen is not there, or that is about nothing we know, leads nowhere', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a' }, () => false)).toBeNull()
  expect(linkOf({ businessType: 'alarm', subjectId: null }, everything)).toBeNull()
  expect(linkOf({ businessType: 'future', subjectId: 'a' }, everything)).toBeNull()
})
