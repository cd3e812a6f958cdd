import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

const read = (text: string) => {
  const bytes = new TextEncoder().encode(`>${text}<`)
  return plainText(bytes, 1, bytes.length - 1)
}

test('ever new texts, more than there is room for, are read correctly, also a second time', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `Climate/Temp/S${i}`)
  for (const name of [...names, ...names]) expect(read(name)).toBe(name)
  expect(read('')).toBe('')
})

test('non-ASCII or long texts are left to others', () => {
  for (const text of ['°C', '温度', 'x'.repeat(65)]) expect(read(text)).toBeUndefined()
})
