import { expect, test } from 'vitest'

interface Texts {
  [key: string]: string | Texts
}

const texts = import.meta.glob<Texts>(
  [
    '../{data,layout,components,components/{excel,uploads,rich-text}}/{en-US,zh-CN}.json',
    '../features/*/{en-US,zh-CN}.json',
  ],
  { import: 'default', eager: true },
)
const code = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../dist/**', '!../**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const files = Object.keys(texts).filter(file => file.endsWith('en-US.json'))
const sources = Object.values(code)
const read = (file: string): Texts => texts[file] ?? {}

/** Every text by the path of its keys. */
const flat = (of: Texts, prefix = ''): [string, string][] =>
  Object.entries(of).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${key}`, value] as [string, string]]
      : flat(value, `${prefix}${key}.`),
  )

const plural = /_(zero|one|two|few|many|other)$/
const keysOf = (of: Texts) => new Set(flat(of).map(([key]) => key.replace(plural, '')))
const blanksOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).sort()

/** Keys the sources use through a selector, as `$.title` or, for a whole branch, `$.fields[name]`. */
const used = new Set(
  sources.flatMap(source => [...source.matchAll(/\$((?:\.\w+)+)(\[)?/g)].map(hit => hit[1]?.slice(1))),
)
const branches = sources.flatMap(source =>
  [...source.matchAll(/\$((?:\.\w+)*)\[/g)].map(hit => hit[1]?.slice(1) ?? ''),
)

test('texts are found', () => expect(files.length).toBeGreaterThan(4))

test.each(files)('%s says the same things in Chinese', file => {
  const english = read(file)
  const chinese = read(file.replace('en-US', 'zh-CN'))
  expect([...keysOf(chinese)].sort()).toEqual([...keysOf(english)].sort())
  const theirs = new Map(flat(chinese))
  for (const [key, text] of flat(english)) {
    const other = theirs.get(key)
    if (other !== undefined) expect(blanksOf(other), key).toEqual(blanksOf(text))
  }
})

test.each(Object.keys(texts))('%s writes counts the way its language does', file => {
  const bare = flat(texts[file] ?? {}).filter(([, text]) => text.includes('{{count}}'))
  expect(bare).toEqual([])
})

test.each(files)('%s has no text that nobody shows', file => {
  const unused = [...keysOf(read(file))].filter(
    key =>
      !used.has(key) &&
      !branches.some(branch =>
        branch === '' ? !key.includes('.') && isPicked(key) : key.startsWith(`${branch}.`),
      ),
  )
  expect(unused).toEqual([])
})

/** Texts the code picks by name from the top of a namespace. */
const isPicked = (key: string) => sources.some(source => source.includes(`'${key}'`))
