import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loginHistory } from '#shared/contracts/login-history.ts'
import { session } from '#shared/contracts/session.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { loginLog } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { Person } from '../../testing/app.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: Awaited<ReturnType<typeof workingApp>>
let staff: Person
beforeAll(async () => {
  farm = await workingApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['custom_login_history:export'] })
})
afterAll(() => farm.close())

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
const listed = async (query: object = {}) => (await staff.call(loginHistory.list, { query })).items

test('asking for one’s own info is a row with platform, user, customer and address', async () => {
  const { accountId, call } = await farm.as({ office: farm.offices.sharing, kind: 2 })
  const db = farm.services.store.scoped(SYSTEM)
  await db
    .update(account)
    .set({ actualName: 'Wang Lei', username: 'wanglei' })
    .where(eq(account.id, accountId))
  const row = { accountId, officePath: farm.offices.sharing.path, platform: 'web', ip: '61.158.22.14' }
  await db.insert(loginLog).values([
    { ...row, operation: 'login', at: ago(3) },
    { ...row, operation: 'login', at: ago(1) },
    { ...row, operation: 'logout', at: ago(2) },
  ])
  await call(session.userInfo, { query: { channel: 'android' } })
  const [info, login] = await listed()
  expect(info).toMatchObject({
    operation: 'info',
    platform: 'android',
    actualName: 'Wang Lei',
    username: 'wanglei',
    ip: '127.0.0.1',
    lastLoginAt: login?.at,
  })
  expect(login?.operation).toBe('login')
})

test('it is found by user, login id, address, platform, operation, customer and period', async () => {
  const operations = async (query: object) => (await listed(query)).map(({ operation }) => operation)
  expect(await operations({ search: 'wang' })).toEqual(['info', 'login', 'logout', 'login'])
  expect(await operations({ search: 'WANGLEI', period: '1' })).toEqual(['info'])
  expect(await operations({ search: '61.158' })).toEqual(['login', 'logout', 'login'])
  expect(await operations({ platform: 'android' })).toEqual(['info'])
  expect(await operations({ operation: 'logout' })).toEqual(['logout'])
  expect(await operations({ officeId: farm.offices.closed.id })).toEqual([])
  expect(await operations({ officeId: farm.offices.sharing.id })).toHaveLength(4)
  const counts = await staff.call(loginHistory.counts, { query: { by: 'operation' } })
  expect(counts).toEqual({ login: 2, info: 1, logout: 1 })
})

test('goes to Excel in Beijing time, whatever zone the reader is in', async () => {
  const zone = { timeZone: 'America/New_York' }
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(account).set(zone).where(eq(account.id, staff.accountId))
  const { id } = await staff.call(loginHistory.export, { body: { search: 'wanglei', operation: 'logout' } })
  const { file } = await jobIn(staff, id, 'done')
  const [head, row, ...more] = await rowsOf(farm, file?.url)
  expect(head?.[0]).toMatch(/Asia\/Shanghai/)
  const shown = Number(row?.[0])
  const logout = Date.parse((await listed({ operation: 'logout' }))[0]?.at ?? '')
  expect(Math.abs(shown - logout - 8 * 3_600_000)).toBeLessThan(1_000)
  expect(more).toEqual([])
})
