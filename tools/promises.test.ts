import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const docs = new URL('../docs/', import.meta.url)
const table = readFileSync(new URL('people-and-permissions.md', docs), 'utf8')

/** The tests a row names: a file, and the beginnings or parts of what they are called. */
const named = table.split('\n').flatMap(row =>
  row
    .split(/(?=\[`[^`]+\.(?:test|spec)\.tsx?`\])/)
    .slice(1)
    .flatMap(part => {
      const [, file = ''] = /\]\(([^)]+)\)/.exec(part) ?? []
      return [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name }))
    }),
)

it.each(named)('$file still has a test called $name', ({ file, name }) => {
  expect(readFileSync(new URL(file, docs), 'utf8')).toContain(name)
})
