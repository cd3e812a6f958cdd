import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginsInUse } from '../../features/users/users.rules.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { queueMails } from '../mail/queue-mail.ts'
import { SYSTEM } from './store.ts'
import { mail } from './tables/mail.ts'

/** With two names each, more than the parameters of one statement. */
const MANY = 40_000

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

test('the names of a whole file are looked up at once', async () => {
  const { store } = farm.services
  const names = Array.from({ length: MANY }, (_, i) => ({ username: `u${i}`, email: `u${i}@farm.example` }))
  const { accountId } = await farm.as({ office: farm.offices.direct, kind: 2 })
  const forms = [...names, { username: `USER-${accountId}` }]
  const { everywhere } = await loginsInUse({ store, db: store.scoped(SYSTEM) }, forms)
  expect(everywhere).toContain(`user-${accountId}`.toLowerCase())
})

test('as many mails as a file has rows are queued in one transaction', async () => {
  const { store } = farm.services
  const message = { language: 'en-US', template: 'forgotten', values: {} } as const
  await store.transaction(SYSTEM, db =>
    queueMails(
      db,
      Array.from({ length: MANY }, (_, i) => ({ ...message, to: `u${i}@farm.example` })),
    ),
  )
  expect(await store.scoped(SYSTEM).$count(mail)).toBe(MANY)
})
