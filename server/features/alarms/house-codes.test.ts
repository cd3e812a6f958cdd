import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseCode } from '../../platform/database/tables/alarms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

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

test('the history says who made a new one, and for which house', async () => {
  const { id, name } = await newHouse()
  await renew(id)
  const { items } = await keeper.call(operaHistory.list, { query: {} })
  expect(JSON.stringify(items)).toContain(`Made a new code for ${name}`)
})
