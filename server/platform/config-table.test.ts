import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { variables } from './config.ts'

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const documented = operations
  .split('\n')
  .filter(line => /^\| `[A-Z]/.test(line))
  .flatMap(line => [...(line.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name))

it('every variable is in the table of docs/operations.md, and the table has no other', () => {
  expect(documented.toSorted()).toEqual(variables.toSorted())
})
