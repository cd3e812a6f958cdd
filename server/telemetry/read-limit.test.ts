import { expect, test } from 'vitest'
import { createReadLimit } from './read-limit.ts'

test('one address may cause five database queries a second, all addresses together fifty', () => {
  const mayRead = createReadLimit()
  const asked = (addresses: string[], now: number) =>
    addresses.filter(address => mayRead(address, now)).length
  expect(asked(Array(20).fill('192.0.2.1'), 1_000)).toBe(5)
  expect(asked(['192.0.2.2'], 1_999)).toBe(1)
  const many = Array.from({ length: 100 }, (_, i) => `2001:db8::${i}`)
  expect(asked(many, 1_999)).toBe(44)
  expect(asked(Array(20).fill('192.0.2.1'), 2_000)).toBe(5)
})
