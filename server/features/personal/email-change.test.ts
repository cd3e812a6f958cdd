import { desc, eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { password } from '#shared/contracts/password.ts'
import { personal } from '#shared/contracts/personal.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { emailChange } from '../../platform/database/tables/personal.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { startMail } from '../../platform/mail/mail.ts'
import { valuesOf } from '../../platform/mail/sealed-values.ts'
import { startMailServer } from '../../platform/mail/testing/mail-server.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
let people = 0
/** Somebody with an address. */
async function farmer(): Promise<Person & { email: string }> {
  const me = await farm.as({ office: farm.offices.sharing, kind: 2 })
  const email = `farmer-${++people}@farm.example`
  await database().update(account).set({ email, emailKey: email }).where(eq(account.id, me.accountId))
  return { ...me, email }
}
const emailOf = async ({ accountId }: Person) =>
  (await database().select({ email: account.email }).from(account).where(eq(account.id, accountId)))[0]?.email
const ask = (me: Person, email: string) => me.call(personal.changeEmail, { body: { email } })
const open = async (token: string) =>
  (await farm.stranger.ask(personal.confirmEmail, { body: { token } })).json().data?.state
const mailsTo = (to: string) =>
  database().select().from(mail).where(eq(mail.to, to)).orderBy(desc(mail.createdAt), desc(mail.id))
const tokensOf = async (to: string) =>
  (await mailsTo(to)).map(row => String(valuesOf(row, farm.services.config.appSecret)?.token))
const tokenFor = async (to: string) => String((await tokensOf(to))[0])

test('a new address is in force once its link was opened, and the old one hears of both', async () => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const me = await farmer()
  const wanted = 'New.Address@farm.example'
  expect(await ask(me, wanted)).toMatchObject({ email: me.email, pendingEmail: wanted })
  const token = await tokenFor(wanted)
  const config = { ...farm.services.config, smtpUrl: server.url, publicUrl: 'https://farm.example' }
  const running = startMail({ config, store: farm.services.store, log: farm.services.log })
  onTestFinished(() => running.stop())
  await eventually(() => server.mails.length).toBe(2)
  const mails = await Promise.all(server.mails.map(({ raw }) => PostalMime.parse(raw)))
  const texts = new Map(mails.map(({ to, text }) => [to?.[0]?.address, text]))
  expect(texts.get(wanted)).toContain(`https://farm.example/confirm-email?token=${token}`)
  expect(texts.get(me.email)).toContain(wanted)
  expect(texts.get(me.email)).not.toContain(token)

  expect(await emailOf(me)).toBe(me.email)
  expect(await open(token)).toBe('confirmed')
  expect(await emailOf(me)).toBe(wanted)
  expect(await me.call(personal.profile)).toMatchObject({ email: wanted, pendingEmail: null })
  await eventually(() => server.mails.length).toBe(3)
  const last = await PostalMime.parse(server.mails[2]?.raw ?? '')
  expect(last.to?.[0]?.address).toBe(me.email)
  expect(last.subject).toBe('Your e-mail address was changed')
  // The page is loaded again.
  expect(await open(token)).toBe('confirmed')
  expect(server.mails).toHaveLength(3)
})

test('an address that somebody has is answered like any other, and only that address is told', async () => {
  const [me, other] = [await farmer(), await farmer()]
  const taken = other.email.toUpperCase()
  expect(await ask(me, taken)).toMatchObject({ email: me.email, pendingEmail: taken })
  const [told] = await mailsTo(taken)
  expect(told).toMatchObject({ template: 'emailTaken', sealed: null })
  expect(told?.values).not.toHaveProperty('token')
})

test('an address that is taken before its link is opened stays with who was first', async () => {
  const [me, other] = [await farmer(), await farmer()]
  for (const each of [me, other]) await ask(each, 'race@farm.example')
  const [second, first] = await tokensOf('race@farm.example')
  expect(await Promise.all([open(first ?? ''), open(second ?? '')])).toEqual(
    expect.arrayContaining(['confirmed', 'taken']),
  )
})

test('only the latest link counts, for a day, and of nobody who is disabled', async () => {
  const me = await farmer()
  await ask(me, 'first@farm.example')
  const first = await tokenFor('first@farm.example')
  await ask(me, 'second@farm.example')
  const second = await tokenFor('second@farm.example')
  expect(await open(first)).toBe('expired')
  const disabled = (disabledAt: Date | null) =>
    database().update(account).set({ disabledAt }).where(eq(account.id, me.accountId))
  await disabled(new Date())
  expect(await open(second)).toBe('expired')
  await disabled(null)
  await database().update(emailChange).set({ expiresAt: new Date() })
  expect(await open(second)).toBe('expired')
  expect(await open('made up')).toBe('expired')
  expect(await emailOf(me)).toBe(me.email)
})

test('a new password ends a new address that waits: who asked for it may be whom it keeps out', async () => {
  const me = await farmer()
  await ask(me, 'taken.over@farm.example')
  const token = await tokenFor('taken.over@farm.example')
  const passwordHash = await hashPassword('an old farm of mine')
  await database().update(account).set({ passwordHash }).where(eq(account.id, me.accountId))
  const body = { oldPassword: 'an old farm of mine', newPassword: 'a farm of my own' }
  await me.call(password.change, { body: { ...body, confirmPassword: body.newPassword } })
  expect(await open(token)).toBe('expired')
  expect(await emailOf(me)).toBe(me.email)
  expect(await me.call(personal.profile)).toMatchObject({ pendingEmail: null })
})

test('a page that was left open, a wrong address, the present one, and a sixth in a day are refused', async () => {
  const me = await farmer()
  const status = async (email: string) => (await me.ask(personal.changeEmail, { body: { email } })).statusCode
  expect(await status('no address')).toBe(400)
  expect(await status(me.email.toUpperCase())).toBe(400)
  for (let n = 0; n < 5; n++) expect(await status(`try-${people}-${n}@farm.example`)).toBe(200)
  expect(await status('sixth@farm.example')).toBe(429)
  const provedAt = new Date(Date.now() - PROOF_MS)
  await database().update(session).set({ provedAt }).where(eq(session.accountId, me.accountId))
  expect(await status('other@farm.example')).toBe(401)
})
