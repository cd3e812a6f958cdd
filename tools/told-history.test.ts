import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * Who tells the history about a row themselves, and why. Everybody else opens, adds and deletes rows by the functions of
 * `server/platform/records/rows.ts`, which do so and cannot forget it.
 */
const reasons: Readonly<Record<string, string>> = {
  'server/features/orders/orders-import.ts': 'stands in for the call of each order in a file',
  'server/features/customers/customer-changes.ts': 'a new customer is stored as the rows of a file are',
  'server/features/departments/department-changes.ts': 'a new department is an office, and its own',
  'server/features/users/passwords.ts': 'an account is opened as for those who are not signed in',
  'server/people/offices/move-branch.ts': 'an office that moves belongs to where it is then',
}

describe('the history of a row', () => {
  const telling = globSync('server/{farm,features,people}/**/*.ts', { cwd: root })
    .filter(file => !file.endsWith('.test.ts'))
    .filter(file => /\btellHistory\b/.test(readFileSync(`${root}${file}`, 'utf8')))
    .sort()

  test('is told by the functions that open, add and delete rows, and by the files that give a reason', () =>
    expect(telling).toEqual(Object.keys(reasons).sort()))
})
