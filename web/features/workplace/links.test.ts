import { expect, test } from 'vitest'

/** Everything that cards of the workplace, the analysis, the data screen and the walls are made of. */
const sources = import.meta.glob<string>(
  ['./*.tsx', '../analysis/*.tsx', '../data-screen/*.tsx', '!./*.test.*', '!../**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

test('a card leads to a screen by a link, which opens in a new tab as well', () => {
  const files = Object.entries(sources)
  expect(files.length).toBeGreaterThan(50)
  const byClick = files.filter(([, source]) =>
    /\bopen\b[^}\n]*\} = useScreen\(\)|useScreen\(\)\.open/.test(source),
  )
  expect(byClick.map(([file]) => file)).toEqual([])
})
