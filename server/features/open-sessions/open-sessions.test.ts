import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSessions } from '#shared/contracts/open-sessions.ts'
import { session as login } from '#shared/contracts/session.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { session } from '../../platform/database/tables/offices.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

/** Another browser of the same user. */
async function alsoSignedIn({ accountId, officePath }: Person, token: string, userAgent = 'Firefox') {
  await farm.services.store
    .scoped(SYSTEM)
    .insert(session)
    .values({
      tokenHash: hashToken(token),
      accountId,
      officePath,
      userAgent,
      ip: '203.0.113.9',
      expiresAt: new Date(Date.now() + 60_000),
    })
  const headers = { 'access-token': token }
  return { status: async () => (await farm.stranger.ask(login.userInfo, { headers })).statusCode }
}
const token = (letter: string) => letter.repeat(43)
const farmer = () => farm.as({ office: farm.offices.team, kind: 2 })

test('a farmer sees where they are signed in, and which of it is this page', async () => {
  const me = await farmer()
  await alsoSignedIn(me, token('a'), 'Phone in the barn')
  const list = await me.call(openSessions.list)
  expect(list.map(({ isThis }) => isThis).sort()).toEqual([false, true])
  expect(list.find(({ isThis }) => !isThis)).toMatchObject({
    userAgent: 'Phone in the barn',
    ip: '203.0.113.9',
  })
  expect(JSON.stringify(list)).not.toContain(hashToken(token('a')))
})

test('ending one signs it out at once, and only that one', async () => {
  const me = await farmer()
  const [lost, kept] = [
    await alsoSignedIn(me, token('b'), 'lost'),
    await alsoSignedIn(me, token('c'), 'kept'),
  ]
  expect([await lost.status(), await kept.status()]).toEqual([200, 200])
  const found = (await me.call(openSessions.list)).find(({ userAgent }) => userAgent === 'lost')
  await me.call(openSessions.end, { params: { id: found?.id ?? '' } })
  expect([await lost.status(), await kept.status()]).toEqual([401, 200])
})

test('ending all others leaves this one', async () => {
  const me = await farmer()
  const others = [await alsoSignedIn(me, token('d')), await alsoSignedIn(me, token('e'))]
  expect(await me.call(openSessions.endOthers)).toBe(2)
  for (const other of others) expect(await other.status()).toBe(401)
  expect(await me.call(openSessions.list)).toHaveLength(1)
})

test('nobody ends the session of a colleague', async () => {
  const [me, colleague] = [await farmer(), await farmer()]
  const [theirs] = await colleague.call(openSessions.list)
  const answer = await me.ask(openSessions.end, { params: { id: theirs?.id ?? '' } })
  expect(answer.statusCode).toBe(404)
  expect(await colleague.call(openSessions.list)).toHaveLength(1)
})
