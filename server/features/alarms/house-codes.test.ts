import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmEvent, houseCode } from '../../platform/database/tables/alarms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let keeper: Person
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  const office = farm.offices.sharing
  const grants = ['chicken_home_manage:edit', 'opera_history:query'] as const
  keeper = await farm.as({ office, kind: 2, grants })
  worker = await farm.as({
    office,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const newHouse = () => buildHouse(farm.services, farm.offices.sharing)
const renew = (id: string) => keeper.call(houseCodes.renew, { params: { id } })
const show = (id: string) => keeper.call(houseCodes.show, { params: { id } })
const scan = (code: string | null) => worker.ask(alarms.arrive, { body: { code: code ?? '' } })
const stored = async (id: string) =>
  (await database().select().from(houseCode).where(eq(houseCode.houseId, id)))[0]

test('what is stored proves nothing: a hash, and sealed what prints it again', async () => {
  const { id } = await newHouse()
  const { code } = await renew(id)
  const secret = code?.split('.')[1] ?? ''
  expect(secret.length).toBeGreaterThan(20)
  const row = await stored(id)
  expect(JSON.stringify(row)).not.toContain(secret)
  for (const taken of [row?.codeHash, row?.sealedCode])
    expect((await scan(`${id}.${taken}`)).statusCode).toBe(400)
  expect((await show(id)).code).toBe(code)
  expect((await scan(code)).statusCode).toBe(200)
})

test('a code from before they were sealed goes on proving, and is not printed again', async () => {
  const { id } = await newHouse()
  const { code, madeAt } = await renew(id)
  await database().update(houseCode).set({ sealedCode: null }).where(eq(houseCode.houseId, id))
  expect(await show(id)).toMatchObject({ code: null, madeAt })
  expect((await scan(code)).statusCode).toBe(200)
})

const today = () => dateOf(dateIn('Asia/Shanghai', Date.now()), 'en-US')
const replaced = () => `This code was replaced on ${today()}: scan the new one in the house`
const unknown = () => 'This code is not valid: scan the one in the house'

test.each<
  [string, (codes: { id: string; first: string; second: string; other: string }) => string, () => string]
>([
  ['the one before', ({ second }) => second, replaced],
  ['one from long before', ({ first }) => first, replaced],
  ['an invented one', ({ id }) => `${id}.invented`, unknown],
  ['the secret of another house', ({ id, other }) => `${id}.${other.split('.')[1]}`, unknown],
  ['a house that does not exist', ({ first }) => `nowhere.${first.split('.')[1]}`, unknown],
])('%s proves nothing, and says what it is', async (_, codeOf, says) => {
  const { id } = await newHouse()
  const [first, second] = [(await renew(id)).code ?? '', (await renew(id)).code ?? '']
  const { code: now } = await renew(id)
  const other = (await renew((await newHouse()).id)).code ?? ''
  const refused = await scan(codeOf({ id, first, second, other }))
  expect(refused.statusCode).toBe(400)
  expect(refused.json().data).toEqual([{ field: 'code', message: says() }])
  expect((await scan(now)).statusCode).toBe(200)
})

describe('a code that was scanned without network and is sent later', () => {
  const MINUTE = 60_000
  const send = (code: string, waitedMin: number) =>
    worker.ask(alarms.arrive, { body: { code, waitedMs: waitedMin * MINUTE } })
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
  /** An alarm of a house whose chain began so many minutes ago. */
  const alarmed = (houseId: string, minutes: number) =>
    buildAlarm(farm.services, farm.offices.sharing, {
      code: 'HighTemp',
      level: 'critical',
      subjectId: newId(),
      houseIds: [houseId],
      raisedAt: ago(minutes),
      chainFrom: ago(minutes),
      chainAt: ago(0),
      rungAt: ago(minutes),
    })
  const answersOf = (alarmId: string) =>
    database()
      .select()
      .from(alarmEvent)
      .where(and(eq(alarmEvent.alarmId, alarmId), eq(alarmEvent.kind, 'answer')))

  test('proves that somebody was there then, says when we heard of it, and is one arrival however often it is sent', async () => {
    const { id } = await newHouse()
    const code = (await renew(id)).code ?? ''
    await database()
      .update(houseCode)
      .set({ madeAt: ago(60) })
      .where(eq(houseCode.houseId, id))
    const old = await alarmed(id, 30)
    const young = await alarmed(id, 5)
    const sent = [await send(code, 10), await send(code, 10)]
    expect(sent.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(sent[0]?.json().data.alarmIds).toEqual([old.id])
    const [said, ...more] = await answersOf(old.id)
    expect(more).toEqual([])
    expect(said).toMatchObject({ answer: 'on_site', via: 'code', isProven: true, value: null })
    const waited = (said?.heardAt?.getTime() ?? 0) - (said?.at.getTime() ?? 0)
    expect(waited).toBe(10 * MINUTE)
    // What began after the scan is another matter.
    expect(await answersOf(young.id)).toEqual([])
    const detail = await worker.call(alarms.get, { params: { id: old.id } })
    expect(detail.events.at(-1)).toMatchObject({ answer: 'on_site', heardAt: said?.heardAt?.toISOString() })
  })

  test.each<[string, number, (codes: { first: string; second: string; now: string }) => string, number]>([
    ['the code of now, scanned since it hangs there', 5, ({ now }) => now, 200],
    ['the code of now, scanned before it was made', 15, ({ now }) => now, 400],
    ['the one before, scanned while it hung there', 15, ({ second }) => second, 200],
    ['the one before, scanned after it was replaced', 5, ({ second }) => second, 400],
    ['the one before, scanned before it was made', 25, ({ second }) => second, 400],
    ['one from long before, scanned while it hung there', 25, ({ first }) => first, 200],
    ['one from long before, scanned while the next one hung there', 15, ({ first }) => first, 400],
    ['the code of now, scanned too long ago', 61, ({ now }) => now, 400],
  ])('%s', async (_, waited, codeOf, status) => {
    const { id } = await newHouse()
    const [first, second] = [(await renew(id)).code ?? '', (await renew(id)).code ?? '']
    const now = (await renew(id)).code ?? ''
    await database()
      .update(houseCode)
      .set({ madeAt: ago(10), oldMadeAt: [ago(20), ago(30)] })
      .where(eq(houseCode.houseId, id))
    expect((await send(codeOf({ first, second, now }), waited)).statusCode).toBe(status)
  })
})

test('the history says who made a new one, and for which house', async () => {
  const { id, name } = await newHouse()
  await renew(id)
  const { items } = await keeper.call(operaHistory.list, { query: {} })
  expect(JSON.stringify(items)).toContain(`Made a new code for ${name}`)
})
