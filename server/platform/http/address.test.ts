import { expect, test } from 'vitest'
import { addressKey, isLocal } from './address.ts'

test('IPv4 counts as it is, also when it comes mapped into IPv6', () => {
  expect(addressKey('203.0.113.9')).toBe('203.0.113.9')
  expect(addressKey('::ffff:203.0.113.9')).toBe('203.0.113.9')
})

test('one line with its many IPv6 addresses counts as one', () => {
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe(addressKey('2001:DB8:1:2:bbbb:cccc:dddd:1'))
  expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0')
  expect(addressKey('::1')).toBe('0:0:0:0')
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0')
})

test('a call through a proxy on this machine is not a call of this machine', () => {
  expect(isLocal('127.0.0.1', {})).toBe(true)
  expect(isLocal('::ffff:127.0.0.1', {})).toBe(true)
  expect(isLocal('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).toBe(false)
  expect(isLocal('203.0.113.9', {})).toBe(false)
})
