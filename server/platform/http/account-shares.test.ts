import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { notices } from '#shared/contracts/notices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { SYSTEM } from '../database/store.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm?.close())

/** More than one account may have waiting. */
const CALLS = 400

/** Does something while no statement about houses comes to an end. */
const whileHousesAreHeld = <T>(work: () => Promise<T>) =>
  farm.services.store.reserved('background').transaction(SYSTEM, async db => {
    await db.execute(sql`lock table house in access exclusive mode`)
    return work()
  })
/** An injected call starts only when it is awaited. */
const asked = (person: Person) => Promise.resolve(person.ask(houses.list))

test('one account that asks for everything is told so, and nobody else notices', async () => {
  const { sharing, closed } = farm.offices
  const [greedy, other] = [
    await farm.as({ office: sharing, kind: 2, grants: ['chicken_home_manage:query'], language: 'zh-CN' }),
    await farm.as({ office: closed, kind: 2, grants: ['house_alarm:query', 'house_alarm:edit'] }),
  ]
  const calls = await whileHousesAreHeld(async () => {
    const greed = Array.from({ length: CALLS }, () => asked(greedy))
    const first = await Promise.any(greed)
    expect(first.statusCode).toBe(429)
    expect(first.headers['retry-after']).toBe('2')
    expect(first.json()).toEqual({ code: 429, data: null, message: '您同时发起的请求较多，请稍候再试' })
    // Reading, changing, signing in by token and being well go on.
    expect((await other.ask(notices.unreadNumber)).statusCode).toBe(200)
    expect((await other.ask(alarms.seen, { params: { id: 'none' }, body: {} })).statusCode).toBe(404)
    expect((await farm.app.inject('/api/health')).statusCode).toBe(200)
    const load = farm.services.store.load()
    expect(load.find(({ purpose }) => purpose === '')).toMatchObject({ busy: 4 })
    return greed
  })
  const answers = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  expect(new Set(answers)).toEqual(new Set([200, 429]))
  expect((await asked(greedy)).statusCode).toBe(200)
})

test('a statement that took too long is no fault of ours and no outage', async () => {
  const person = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_home_manage:query'],
  })
  const answer = await whileHousesAreHeld(() => asked(person))
  expect(answer.json()).toMatchObject({ code: 429, message: expect.stringContaining('took too long') })
  expect(answer.statusCode).toBe(429)
})

test('a screen that asks thirty things at once in each of three tabs gets every answer', async () => {
  const person = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_home_manage:query'],
  })
  const answers = await Promise.all(Array.from({ length: 90 }, () => asked(person)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
