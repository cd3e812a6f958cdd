import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseCode } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { tellOldCodes } from './old-codes.ts'

const DAY_MS = 86_400_000

let farm: TestApp
let keeper: Person
let worker: Person
let stranger: Person
beforeAll(async () => {
  farm = await testApp()
  const { sharing, direct } = farm.offices
  const grants = ['chicken_home_manage:edit'] as const
  keeper = await farm.as({ office: sharing, kind: 2, grants })
  worker = await farm.as({ office: sharing, kind: 2, grants: ['house_alarm:query'] })
  stranger = await farm.as({ office: direct, kind: 2, grants })
})
afterAll(() => farm.close())
beforeEach(async () => {
  await database().delete(houseCode)
  await database().delete(noticeMessage)
})

const database = () => farm.services.store.scoped(SYSTEM)
const now = Date.now()
/** A house whose code was made so many days ago. */
async function hung(days: number): Promise<{ id: string; name: string }> {
  const made = await buildHouse(farm.services, farm.offices.sharing)
  await keeper.call(houseCodes.renew, { params: { id: made.id } })
  const madeAt = new Date(now - days * DAY_MS)
  await database().update(houseCode).set({ madeAt }).where(eq(houseCode.houseId, made.id))
  return made
}
const told = ({ accountId }: Person) =>
  database().select().from(noticeMessage).where(eq(noticeMessage.accountId, accountId))
const look = (days = 0) => tellOldCodes(farm.services.store, now + days * DAY_MS)

test.each([
  ['made today', 0, false],
  ['a year but a day', 364, false],
  ['over a year', 366, true],
] as const)('a code that has hung for %s', async (_, days, isTold) => {
  const { id, name } = await hung(days)
  await look()
  expect(await told(keeper)).toMatchObject(
    isTold
      ? [
          {
            businessType: 'houseCode',
            subjectId: id,
            title: {
              'en-US': `The on-site code has hung for over a year: ${name}. Make a new one, print it and replace it`,
              'zh-CN': `现场码已用一年以上：${name}。请更换、打印并替换旧码`,
            },
          },
        ]
      : [],
  )
  expect([await told(worker), await told(stranger)]).toEqual([[], []])
})

test('is told once by several processes, again after a month, and no more once there is a new one', async () => {
  const { id } = await hung(400)
  await Promise.all([look(), look()])
  expect(await told(keeper)).toHaveLength(1)
  await look(29)
  expect(await told(keeper)).toHaveLength(1)
  await look(31)
  expect(await told(keeper)).toHaveLength(2)
  await keeper.call(houseCodes.renew, { params: { id } })
  await look(70)
  expect(await told(keeper)).toHaveLength(2)
})

test('the houses of a farm are one message; a deleted house is none of them', async () => {
  const [one, other, gone] = [await hung(400), await hung(400), await hung(400)]
  await database().update(house).set({ deletedAt: new Date() }).where(eq(house.id, gone.id))
  await look()
  const [message, ...more] = await told(keeper)
  expect(more).toEqual([])
  const names = [one.name, other.name].toSorted((a, b) => a.localeCompare(b)).join(', ')
  expect(message?.title['en-US']).toContain(`a year: ${names}.`)
})
