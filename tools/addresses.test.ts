import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isScreenPath } from '#shared/screens.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Our own addresses named in a text; one that ends with a slash is only the beginning of something. */
const addressesIn = (text: string) =>
  [...text.matchAll(/['"`](\/[a-z][\w/-]*)(?<!\/)(?=['"`?#])/gi)].map(([, path = '']) => path)

const COMMENT = /\/\*.*?\*\/|^\s*\/\/[^\n]*/gms
const inCode = (text: string) => addressesIn(text.replaceAll(COMMENT, ''))
const inComments = (text: string) => (text.match(COMMENT) ?? []).flatMap(addressesIn)

const sources = (...trees: string[]) => {
  const files = globSync(trees, { cwd: root }).filter(file => !/\.test\.|\/testing\//.test(file))
  return files.map(file => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }))
}
const strange = (
  trees: readonly string[],
  namedIn: (text: string) => readonly string[],
  isStrange: (path: string) => boolean,
) =>
  sources(...trees).flatMap(({ file, text }) =>
    namedIn(text)
      .filter(isStrange)
      .map(path => `${file}: ${path}`),
  )

/** The server's own addresses are not screens. */
const isOurs = (path: string) => !/^\/(api|open)\b/.test(path)

const web = ['web/{app,components,data,features,layout,service-worker}/**/*.{ts,tsx}']
const others = ['server/**/*.ts', 'shared/!(screens).ts', 'shared/*/**/*.ts']

test('every screen address comes from the one table', () => {
  expect(sources(...web).length).toBeGreaterThan(500)
  expect(sources(...others).length).toBeGreaterThan(500)
  expect(strange(web, inCode, isOurs)).toEqual([])
  expect(strange(others, inCode, isScreenPath)).toEqual([])
})

test('a screen named in a comment of the web app exists', () =>
  expect(strange(web, inComments, path => isOurs(path) && !isScreenPath(path))).toEqual([]))

test('an address is found with its query; a mere prefix of one is not', () =>
  expect(addressesIn(`'/sheds' \`/sheds/paint?id=\${id}\` '/assets/' 'a/b' "/Sheds" '/wall#now'`)).toEqual([
    '/sheds',
    '/sheds/paint',
    '/Sheds',
    '/wall',
  ]))

test('code and comments are told apart', () => {
  const text = `/** \`/sheds\`: all of them. */\n  // Not '/barns'.\n  open('/paint')`
  expect(inCode(text)).toEqual(['/paint'])
  expect(inComments(text)).toEqual(['/sheds', '/barns'])
})
