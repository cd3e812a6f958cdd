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
  const direct = { trustProxy: false }
  expect(isLocal('127.0.0.1', {}, direct)).toBe(true)
  expect(isLocal('::ffff:127.0.0.1', {}, direct)).toBe(true)
  for (const header of ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'])
    expect(isLocal('127.0.0.1', { [header]: '203.0.113.9' }, direct), header).toBe(false)
  expect(isLocal('203.0.113.9', {}, direct)).toBe(false)
  // A trusted proxy names whom it serves; one that does not is no proof of anything.
  const behind = { trustProxy: true }
  expect(isLocal('127.0.0.1', { 'x-forwarded-for': '127.0.0.1', via: '1.1 door' }, behind)).toBe(true)
  expect(isLocal('127.0.0.1', { via: '1.1 door' }, behind)).toBe(false)
})
