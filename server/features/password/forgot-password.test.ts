import { eq, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { password } from '#shared/contracts/password.ts'
import { openAccount } from '../../people/accounts/open-account.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { passwordRequest } from '../../platform/database/tables/registration.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { expectSameTime } from '../../testing/timing.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())
const database = () => farm.services.store.scoped(SYSTEM)
afterEach(() => database().delete(passwordRequest))

let people = 0
async function farmer(): Promise<{ id: string; email: string }> {
  const username = `li-${++people}`
  const email = `${username}@farm.example`
  const id = await farm.services.store.transaction(SYSTEM, db =>
    openAccount(db, {
      office: farm.offices.direct,
      username,
      email,
      actualName: '李明',
      kind: 2,
      roleIds: [],
      language: null,
    }),
  )
  return { id, email }
}
let addresses = 0
const forgot = (email: string, from = `198.51.100.${++addresses}`) =>
  farm.app.inject({
    method: 'POST',
    url: `/api${password.forgot.path}`,
    payload: { email },
    remoteAddress: from,
    headers: { 'access-i18n': 'zh-CN' },
  })
const mailsTo = (email: string) => database().select().from(mail).where(eq(mail.to, email))

test('a farmer who forgot the password gets one by mail, in the language of the page', async () => {
  const { email } = await farmer()
  expect((await forgot(` ${email.toUpperCase()} `)).json()).toEqual({ code: 0, data: null, message: '' })
  expect(await mailsTo(email)).toMatchObject([{ template: 'forgotten', language: 'zh-CN' }])
})

test('whoever was opened before addresses had keys gets a password by mail, too', async () => {
  const { id, email } = await farmer()
  await database().update(account).set({ emailKey: null }).where(eq(account.id, id))
  await farm.services.store.ingest.query('select fill_email_keys()')
  await forgot(email)
  expect(await mailsTo(email)).toMatchObject([{ template: 'forgotten' }])
})

test('an unknown address, a disabled account and a known one get the same answer', async () => {
  const { email } = await farmer()
  const disabled = await farmer()
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, disabled.id))
  const answers = [await forgot(email), await forgot('nobody@farm.example'), await forgot(disabled.email)]
  const [known, ...others] = answers.map(({ statusCode, body }) => ({ statusCode, body }))
  for (const other of others) expect(other).toEqual(known)
  expect(await mailsTo(disabled.email)).toEqual([])
  expect(await mailsTo('nobody@farm.example')).toEqual([])
})

test('an answer takes as long for an unknown address as for a known one', async () => {
  const { email } = await farmer()
  const asked = async (to: string) => {
    await database().delete(passwordRequest)
    await forgot(to)
  }
  await expectSameTime(
    () => asked(email),
    round => asked(`nobody-${round}@farm.example`),
  )
})

test('an account is mailed three passwords an hour, whoever asks, and nobody is told', async () => {
  const { email } = await farmer()
  const answers = await Promise.all(Array.from({ length: 8 }, () => forgot(email)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await mailsTo(email)).toHaveLength(3)
})

test('one network address may try fifteen times an hour', async () => {
  const from = '203.0.113.9'
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, n) => forgot(`nobody-${n}@farm.example`, from)),
  )
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(3)
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await forgot('nobody@farm.example', '203.0.113.10')).statusCode).toBe(200)
})

test('what is no address is refused in the words of the specification', async () => {
  const answer = await farm.app.inject({
    method: 'POST',
    url: `/api${password.forgot.path}`,
    payload: { email: 'wang' },
    remoteAddress: '203.0.113.11',
  })
  expect(answer.json()).toMatchObject({
    code: 40003,
    data: [{ field: 'email', message: 'Please Enter the Correct Email Address' }],
  })
})

test('what nobody gets leaves no address behind', async () => {
  await forgot('stranger@farm.example')
  const rows = await database().select().from(mail).where(ne(mail.values, {}))
  expect(JSON.stringify(rows)).not.toContain('stranger@farm.example')
})
