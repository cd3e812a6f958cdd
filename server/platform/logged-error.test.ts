import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loggedError } from './logged-error.ts'

const SECRET = 'kees@linden.example'

/** As the driver reports a value that does not fit. */
const fromDatabase = (message: string, code: string) =>
  Object.assign(new Error(message), {
    code,
    constraint: 'account_email',
    table: 'account',
    detail: `Key (email)=(${SECRET}) already exists.`,
    where: SECRET,
    client: { secretKey: SECRET },
  })

test.each([
  [
    'a failed statement',
    new DrizzleQueryError('select $1', [SECRET], fromDatabase('duplicate key', '23505')),
  ],
  ['what that leaves of itself in another thread', new Error(`Failed query: select $1\nparams: ${SECRET},1`)],
  ['a value that does not fit', fromDatabase(`invalid input syntax for type uuid: "${SECRET}"`, '22P02')],
  ['an error around one', new Error('not stored', { cause: fromDatabase('duplicate key', '23505') })],
])('no value of a statement reaches the log: %s', (_, error) => {
  expect(JSON.stringify(loggedError(error))).not.toContain(SECRET)
})

test('what went wrong and where stays', () => {
  const error = new DrizzleQueryError('select $1', [SECRET], fromDatabase('duplicate key', '23505'))
  expect(loggedError(error)).toMatchObject({
    message: 'Failed query: select $1',
    stack: expect.stringContaining('logged-error.test.ts'),
    cause: { message: 'duplicate key', code: '23505', constraint: 'account_email', table: 'account' },
  })
})

test('a message does not carry a file into the log', () => {
  expect(JSON.stringify(loggedError(new Error('x'.repeat(1_000_000)))).length).toBeLessThan(10_000)
})
