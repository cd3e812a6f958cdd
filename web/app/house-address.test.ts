import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../dist/**', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('every address names a house by houseId', () => {
  const others = Object.entries(sources).flatMap(([file, source]) =>
    [...source.matchAll(/hrefOf\([^()]*\{[^{}]*\bhouse\b[^{}]*\}/g)]
      .filter(([link]) => /[{,]\s*house\s*[:,}]/.test(link))
      .map(([link]) => `${file}: ${link}`),
  )
  expect(others).toEqual([])
})
