import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isScreenPath } from '#shared/screens.ts'

const web = fileURLToPath(new URL('../web/', import.meta.url))

/** Addresses of our own that a text names; what ends with a slash is the beginning of something else. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['"`](\/[a-z][\w/-]*)(?<!\/)(?=['"`?])/gi)].map(([, path = '']) => path)

test('wherever a page leads, there is a screen', () => {
  const files = globSync('{app,components,data,features,layout}/**/*.{ts,tsx}', { cwd: web }).filter(
    file => !/\.test\.|\/testing\//.test(file),
  )
  const strange = files.flatMap(file =>
    addressesIn(readFileSync(`${web}${file}`, 'utf8'))
      // The server's own are no screens.
      .filter(path => !isScreenPath(path) && !/^\/(api|open)\b/.test(path))
      .map(path => `${file}: ${path}`),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(strange).toEqual([])
})

test('an address is found with what it is asked for, and what only begins one is none', () =>
  expect(addressesIn(`'/sheds' \`/sheds/paint?id=\${id}\` '/assets/' 'a/b' "/Sheds"`)).toEqual([
    '/sheds',
    '/sheds/paint',
    '/Sheds',
  ]))
