import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { registration } from '#shared/contracts/registration.ts'
import { session } from '#shared/contracts/session.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, accountRole, office, role } from '../../platform/database/tables/offices.ts'
import { application } from '../../platform/database/tables/registration.ts'
import { valuesOf } from '../../platform/mail/sealed-values.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { expectSameTime } from '../../testing/timing.ts'

let farm: TestApp
const trialRole = newId()
beforeAll(async () => {
  farm = await testApp()
  await database()
    .insert(role)
    .values({
      id: trialRole,
      officePath: '1.',
      kind: 2,
      chineseName: '试用客户',
      englishName: 'Trial customer',
      key: 'trial',
      builtIn: true,
      permissions: [{ permissionId: 'client_workplace', actionList: ['query'] }],
    })
})
afterAll(() => farm.close())
const database = () => farm.services.store.scoped(SYSTEM)
afterEach(() => database().delete(application))

const PASSWORD = 'three hens on a roof'
let farmers = 0
const form = (more: object = {}) => ({
  chineseName: '绿源蛋业',
  englishName: 'Green Source Eggs',
  contact: '王芳',
  phone: '+86 531 5550 1234',
  email: `wang-${++farmers}@farm.example`,
  country: 'CN',
  city: '济南',
  houseType: 'layer',
  houseCount: 12,
  password: PASSWORD,
  statement: STATEMENT_VERSION,
  ...more,
})
let addresses = 0
const post = (path: string, payload: object, from = `198.51.100.${++addresses}`) =>
  farm.app.inject({ method: 'POST', url: `/api${path}`, payload, remoteAddress: from })
const apply = (sent: object, from?: string) => post(registration.apply.path, sent, from)
const confirm = async (token: string) => (await post(registration.confirm.path, { token })).json().data?.state
const login = (username: string, password = PASSWORD) => post(session.login.path, { username, password })
const mailsTo = (to: string) => database().select().from(mail).where(eq(mail.to, to)).orderBy(mail.id)
const tokensOf = async (email: string) =>
  (await mailsTo(email)).map(row => String(valuesOf(row, farm.services.config.appSecret)?.token))
const tokenFor = async (email: string) => String((await tokensOf(email)).at(-1))

test('an application reaches staff once its address is confirmed, as a customer that waits', async () => {
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['try_custom_manage:enable'],
  })
  const other = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['order_center:query'] })
  const sent = form()
  expect((await apply(sent)).json()).toEqual({ code: 0, data: null, message: '' })
  expect(await database().$count(customer, eq(customer.email, sent.email))).toBe(0)
  const token = await tokenFor(sent.email)
  expect(await confirm(token)).toBe('confirmed')

  const [made] = await database().select().from(customer).where(eq(customer.email, sent.email))
  expect(made).toMatchObject({
    stage: 'trial',
    approval: 'pending',
    contact: '王芳',
    country: 'CN',
    city: '济南',
    appliedHouseType: 'layer',
    appliedHouseCount: 12,
    trialEndsOn: null,
  })
  const [node] = await database()
    .select()
    .from(office)
    .where(eq(office.id, made?.officeId ?? ''))
  expect(node).toMatchObject({ kind: 'customer', chineseName: '绿源蛋业', timeZone: 'Asia/Shanghai' })
  expect(node).toMatchObject({ path: `1.${node?.number}.`, farmPath: `1.${node?.number}.` })
  const [owner] = await database().select().from(account).where(eq(account.email, sent.email))
  expect(owner).toMatchObject({ username: sent.email, kind: 2, officeId: made?.officeId })
  const roles = await database()
    .select()
    .from(accountRole)
    .where(eq(accountRole.accountId, owner?.id ?? ''))
  expect(roles.map(({ roleId }) => roleId)).toEqual([trialRole])

  const notices = await database()
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.subjectId, made?.officeId ?? ''))
  expect(notices.map(({ accountId }) => accountId)).toEqual([staff.accountId])
  expect(notices[0]).toMatchObject({
    businessType: 'approval',
    title: { 'en-US': 'Green Source Eggs applied for a trial', 'zh-CN': '绿源蛋业申请试用' },
  })
  expect(other.accountId).not.toBe(staff.accountId)
  const written = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.recordId, made?.officeId ?? ''))
  expect(written).toMatchObject([
    {
      actorId: owner?.id,
      actorName: '王芳',
      subjectPath: node?.path,
      type: 'apply',
      module: 'trial-customers',
      description: notices[0]?.title,
    },
  ])
  expect(JSON.stringify(written)).not.toContain(PASSWORD)
  expect((await mailsTo(sent.email)).at(-1)?.template).toBe('applicationReceived')
})

test('confirming again changes nothing and says the same', async () => {
  const sent = form()
  await apply(sent)
  const token = await tokenFor(sent.email)
  expect(await Promise.all([confirm(token), confirm(token)])).toEqual(['confirmed', 'confirmed'])
  expect(await database().$count(customer, eq(customer.email, sent.email))).toBe(1)
})

test('the version of the statement that was agreed to is kept with the application', async () => {
  const sent = form()
  await apply(sent)
  await confirm(await tokenFor(sent.email))
  const [kept] = await database().select().from(application).where(eq(application.emailKey, sent.email))
  expect(kept).toMatchObject({ statement: STATEMENT_VERSION, passwordHash: '-' })
  expect(kept?.officeId).toEqual(expect.any(String))
  expect(JSON.stringify(kept)).not.toContain(PASSWORD)
})

test('without the tick, with wrong fields or a common password each field is named', async () => {
  const named = async (more: object) => {
    const { data } = (await apply(form(more))).json()
    return Object.fromEntries(
      (data ?? []).map((fault: Record<string, string>) => [fault.field, fault.message]),
    )
  }
  expect(await named({ statement: undefined })).toEqual({
    statement: 'Please Agree to the Service Statement',
  })
  expect(await named({ statement: '2001-01' })).toEqual({
    statement: 'Please Agree to the Service Statement',
  })
  expect(await named({ email: 'wang' })).toEqual({ email: 'Please Enter the Correct Email Address' })
  expect(await named({ email: 'wang@farm.example\r\nBcc: all@farm.example' })).toMatchObject({
    email: 'Please Enter the Correct Email Address',
  })
  expect(Object.keys(await named({ chineseName: '', englishName: ' ' }))).toEqual(['englishName'])
  expect(Object.keys(await named({ country: 'QQ', password: 'password1' }))).toEqual(['country', 'password'])
  expect(Object.keys(await named({ houseType: 'duck', houseCount: 0, phone: 'call me' }))).toEqual([
    'phone',
    'houseType',
    'houseCount',
  ])
})

test('who has an account gets the same page, and a mail that says so', async () => {
  const known = form()
  await apply(known)
  await confirm(await tokenFor(known.email))
  const [again, fresh] = [await apply(form({ email: known.email.toUpperCase() })), await apply(form())]
  expect(again.body).toBe(fresh.body)
  expect((await mailsTo(known.email.toUpperCase())).at(-1)).toMatchObject({
    template: 'addressKnown',
    values: { username: known.email },
  })
  expect(await database().$count(account, eq(account.emailKey, known.email))).toBe(1)
})

test('an application takes as long for an address that has an account', async () => {
  const known = form()
  await apply(known)
  await confirm(await tokenFor(known.email))
  const applied = async (sent: object) => {
    await database().delete(application)
    await apply(sent)
  }
  await expectSameTime(
    () => applied(form({ email: known.email })),
    () => applied(form()),
  )
})

test('of two applications with one address the later finds that it has an account', async () => {
  const first = form()
  await apply(first)
  const one = await tokenFor(first.email)
  await apply(form({ email: first.email }))
  const two = await tokenFor(first.email)
  expect(await confirm(one)).toBe('confirmed')
  expect(await confirm(two)).toBe('known')
})

test('a link that is over or made up confirms nothing', async () => {
  const sent = form()
  await apply(sent)
  const token = await tokenFor(sent.email)
  await database()
    .update(application)
    .set({ expiresAt: new Date(Date.now() - 1) })
  expect(await confirm(token)).toBe('expired')
  expect(await confirm('made-up')).toBe('expired')
  expect(await database().$count(customer, eq(customer.email, sent.email))).toBe(0)
  await apply(form())
  expect(await database().$count(application, eq(application.emailKey, sent.email))).toBe(0)
})

test('one address is mailed five times a day, and one line may apply twenty times', async () => {
  const sent = form()
  const answers = await Promise.all(Array.from({ length: 8 }, () => apply(sent)))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await mailsTo(sent.email)).toHaveLength(5)
  const from = '203.0.113.44'
  const many = await Promise.all(Array.from({ length: 22 }, () => apply(form(), from)))
  expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})

test('who waits, or was refused, is told so, but only with the right password', async () => {
  const sent = form()
  await apply(sent)
  expect((await login(sent.email)).json().message).toBe('Account or Password Error')
  await confirm(await tokenFor(sent.email))
  expect((await login(sent.email, 'not it at all')).json().message).toBe('Account or Password Error')
  const waits = (await login(sent.email)).json()
  expect(waits).toMatchObject({
    code: 40003,
    data: [],
    message: expect.stringContaining('waiting for approval'),
  })
  const decided = (approval: 'passed' | 'rejected') =>
    database()
      .update(customer)
      .set({ approval, refusedBecause: approval === 'rejected' ? 'No controller there' : null })
      .where(eq(customer.email, sent.email))
  await decided('rejected')
  expect((await login(sent.email)).json().message).toContain('No controller there')
  await decided('passed')
  expect((await login(sent.email)).json().code).toBe(0)
})

test('who was refused applies again with the same address: the customer waits once more, with what is said of it now', async () => {
  const decider = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['try_custom_manage:enable'],
  })
  const first = form()
  await apply(first)
  await confirm(await tokenFor(first.email))
  await database()
    .update(customer)
    .set({ approval: 'rejected', refusedBecause: 'Nobody answers the phone' })
    .where(eq(customer.email, first.email))
  const [refused] = await database().select().from(customer).where(eq(customer.email, first.email))

  const now = { ...first, email: first.email.toUpperCase(), englishName: 'Green Source Layers' }
  const password = 'four hens on a barn'
  await apply({ ...now, phone: '+86 531 5550 9999', houseCount: 20, password })
  await apply({ ...now, phone: '+86 531 5550 0000' })
  const mails = await mailsTo(now.email)
  expect(mails.map(({ template }) => template)).toEqual(['confirmAddress', 'confirmAddress'])
  expect((await login(first.email)).json().message).toContain('Nobody answers the phone')
  const [one, two] = await tokensOf(now.email)
  expect(await confirm(one ?? '')).toBe('confirmed')
  expect(await confirm(two ?? '')).toBe('known')

  const officeId = refused?.officeId ?? ''
  const [waits] = await database().select().from(customer).where(eq(customer.officeId, officeId))
  expect(waits).toMatchObject({
    approval: 'pending',
    refusedBecause: null,
    englishName: 'Green Source Layers',
    phone: '+86 531 5550 9999',
    appliedHouseCount: 20,
  })
  const log = await database()
    .select()
    .from(customerChange)
    .where(eq(customerChange.officePath, waits?.officePath ?? ''))
  expect(log.map(({ item, by }) => `${item} by ${by}`).sort()).toEqual([
    'approval by owner',
    'email by owner',
    'englishName by owner',
    'phone by owner',
    'refusedBecause by owner',
  ])
  expect((await login(first.email)).json().message).toBe('Account or Password Error')
  expect((await login(first.email, password)).json().message).toContain('waiting for approval')
  const told = await database()
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.accountId, decider.accountId))
  expect(told.find(({ title }) => title['en-US'].includes('again'))).toMatchObject({
    subjectId: officeId,
    businessType: 'approval',
    title: { 'zh-CN': '绿源蛋业曾被驳回，现再次申请试用' },
  })
})

test('neither a login id that looks like the address nor an account that was closed or waits for an owner is opened by applying again', async () => {
  const sent = form()
  await apply(sent)
  await confirm(await tokenFor(sent.email))
  const mailed = async () => {
    await apply(sent)
    return (await mailsTo(sent.email)).at(-1)?.template
  }
  const setOwner = (change: Partial<typeof account.$inferInsert>) =>
    database().update(account).set(change).where(eq(account.username, sent.email))
  await database().update(customer).set({ approval: 'rejected' }).where(eq(customer.email, sent.email))
  await setOwner({ disabledAt: new Date() })
  expect(await mailed()).toBe('addressKnown')
  const other = 'somebody@farm.example'
  await setOwner({ disabledAt: null, email: other, emailKey: other })
  expect(await mailed()).toBe('addressKnown')
  await setOwner({ email: sent.email, emailKey: sent.email, heldAt: new Date() })
  expect(await mailed()).toBe('addressKnown')
  await setOwner({ heldAt: null })
  expect(await mailed()).toBe('confirmAddress')
})
