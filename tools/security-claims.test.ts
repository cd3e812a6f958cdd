import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/security.md', 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
}).split('\n')

const TEST = /`([\w./-]+\.(?:test|spec)\.tsx?)`/g
const FILE = /`([\w@./-]+\.tsx?)`/g
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** The rows of the chapters: section, how it stands, what is said. */
const rows = [...document.matchAll(/^\| (V\d[^|]*?) +\| (met|partly|open|none) +\| (.*?) *\|$/gm)].map(
  ([, section = '', stands = '', says = '']) => ({ section, stands, says }),
)
/** What was tried: a title and what is said of it. */
const tried = (document.split('## What was tried')[1] ?? '').split('\n## ')[0]?.split(/^- /m).slice(1)

test('every file that the document names is one file of the project', () => {
  const names = [...new Set(namesIn(document, FILE))]
  expect(names.length).toBeGreaterThan(80)
  const found = names.map(name => ({
    name,
    files: files.filter(file => file === name || file.endsWith(`/${name}`)),
  }))
  expect(found.filter(({ files }) => files.length !== 1)).toEqual([])
})

test('a test that is named has tests that run', () => {
  const named = [...new Set(namesIn(document, TEST))]
  const empty = named.filter(name => {
    const [file] = files.filter(each => each === name || each.endsWith(`/${name}`))
    return !file || !/^\s*(test|it|describe)(\.each|\.for)?[(`]/m.test(readFileSync(file, 'utf8'))
  })
  expect(empty).toEqual([])
})

test('what is called met names its test; how it is documented needs none', () => {
  expect(rows.length).toBeGreaterThan(60)
  const bare = rows.filter(
    ({ section, stands, says }) =>
      stands === 'met' && !/ Documentation$/.test(section) && namesIn(says, TEST).length === 0,
  )
  expect(bare.map(({ section }) => section)).toEqual([])
})

test('what is only partly met says what is open, or which specification wants it so', () => {
  const silent = rows.filter(
    ({ stands, says }) => stands === 'partly' && !/Open: |By specification/.test(says),
  )
  expect(silent.map(({ section }) => section)).toEqual([])
})

test('every attack that was tried names its test', () => {
  expect(tried?.length).toBeGreaterThan(25)
  const bare = tried?.filter(says => namesIn(says, TEST).length === 0)
  expect(bare?.map(says => says.split('\n')[0])).toEqual([])
})

test('a link that opens another tab has no opener', () => {
  const sources = files.filter(file => /^web\/.*(?<!\.test)\.tsx$/.test(file))
  const links = sources.flatMap(file =>
    readFileSync(file, 'utf8')
      .split('target="_blank"')
      .slice(1)
      .map((after, i) => ({ file, i, isClosed: /^[^>]{0,200}rel="(noopener|noreferrer)/.test(after) })),
  )
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter(({ isClosed }) => !isClosed)).toEqual([])
})
