import { expect, test } from 'vitest'
import { linkOf } from './notice-link.ts'

const everything = () => true

test('a message about an alarm leads to it', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a/1' }, everything)).toBe('/house-alarm?alarm=a%2F1')
})

test('a message leads to its reader’s screen: staff and clients have their own', () => {
  const message = { businessType: 'repair', subjectId: '7' }
  expect(linkOf(message, everything)).toBe('/device-maintain/repair/admin-list?id=7')
  expect(linkOf(message, path => path === '/device-maintain/repair')).toBe('/device-maintain/repair?id=7')
})

test('a message whose screen is missing, or about an unknown subject, leads nowhere', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a' }, () => false)).toBeNull()
  expect(linkOf({ businessType: 'alarm', subjectId: null }, everything)).toBeNull()
  expect(linkOf({ businessType: 'future', subjectId: 'a' }, everything)).toBeNull()
})
