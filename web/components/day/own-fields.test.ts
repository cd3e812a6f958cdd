import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../../**/*.tsx', '!../../dist/**', '!../../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test("no field for a day or a time is the browser's own", () => {
  const files = Object.entries(sources)
  expect(files.length).toBeGreaterThan(300)
  const native = files.filter(([, source]) =>
    /type=["'{]+(date|time|datetime-local|month|week)["'}]/.test(source),
  )
  expect(native.map(([file]) => file)).toEqual([])
})
