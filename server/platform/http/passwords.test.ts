import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is kept as Argon2id with a salt of its own', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPassword('correct horse', one)).toBe(true)
  expect(await isPassword('correct horse ', one)).toBe(false)
})

test('one spelling of a letter is as good as another', async () => {
  expect(await isPassword('Cafe\u0301', await hashPassword('Caf\u00e9'))).toBe(true)
})

test('the password of nobody is never right, nor is anything that is not a hash', async () => {
  expect(await isPassword('', undefined)).toBe(false)
  expect(await isPassword('x', '-')).toBe(false)
})

test('a hash with another cost is still understood', async () => {
  const weaker =
    '$argon2id$v=19$m=256,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$' +
    Buffer.alloc(32).toString('base64').replace(/=+$/, '')
  expect(await isPassword('password', weaker)).toBe(false)
})

test('more sign-ins than can wait are turned away, the others are answered', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 80 }, () =>
      isPassword('x', '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$AAAAAAAAAAAAAAAAAAAAAA'),
    ),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(80 - 2 - 64)
  expect(await isPassword('x', undefined)).toBe(false)
})
