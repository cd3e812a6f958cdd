import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { alarmFarm, MINUTE } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const db = () => farm.app.services.store.scoped(SYSTEM)

/** A flock of 10,000 hens in a house without a controller, and a rule about its losses. */
async function hens(dead: readonly number[]) {
  const { services, offices } = farm.app
  const { id: houseId } = await buildHouse(services, offices.sharing)
  const today = dateIn('Asia/Shanghai', farm.now)
  const placedOn = daysAfter(today, -100)
  const { id } = await buildFlock(services, offices.sharing, { houseId, placedOn })
  const record = (daysAgo: number, lost: number) =>
    buildRecord(services, offices.sharing, { flockId: id, day: daysAfter(today, -daysAgo), dead: lost })
  for (const [i, lost] of dead.entries()) await record(dead.length + 1 - i, lost)
  const rule = await buildAlarmRule(services, offices.sharing, {
    houseId,
    metric: 'Flock/Losses',
    limit: 0.2,
    level: 'critical',
  })
  return { id, houseId, rule, record }
}
/** The next look, a minute later. */
async function look() {
  farm.now += MINUTE
  engine?.sweep()
  await farm.settled()
}
let engine: Awaited<ReturnType<typeof farm.start>> | undefined
const begin = async () => {
  engine = await farm.start()
  await look()
}

/** The platform has an alarm of its own about such losses. */
const ruled = async (flocks: Parameters<typeof farm.alarmsOf>[0]) =>
  (await farm.alarmsOf(flocks)).filter(({ code }) => code.startsWith('FarmRule'))

test('a figure recorded beyond its limit is an alarm of its flock, told to people, and a good day ends it', async () => {
  const flocks = await hens([5])
  await begin()
  expect(await ruled(flocks)).toEqual([])
  await flocks.record(1, 40)
  await look()
  const [raised] = await ruled(flocks)
  expect(raised).toMatchObject({
    code: 'FarmRule.above:Flock/Losses',
    subjectId: flocks.id,
    level: 'critical',
    limit: 0.2,
    condition: 'active',
  })
  expect(raised?.value).toBeCloseTo(0.4, 1)
  expect(await farm.noticesOfFarmer(raised?.id)).toBe(1)
  await look()
  expect(await ruled(flocks)).toHaveLength(1)
  await flocks.record(0, 300)
  await look()
  expect(await ruled(flocks)).toMatchObject([{ condition: 'active' }])
})

test('it outlasts a restart, and ends with its rule', async () => {
  const flocks = await hens([5, 40])
  await begin()
  expect(await ruled(flocks)).toMatchObject([{ condition: 'active' }])
  await farm.stop()
  await begin()
  expect(await ruled(flocks)).toMatchObject([{ condition: 'active', repeats: 0 }])
  await db().update(alarmRule).set({ status: 'off' }).where(eq(alarmRule.id, flocks.rule.id))
  await expect
    .poll(async () => {
      await farm.settled()
      return ruled(flocks)
    })
    .toMatchObject([{ condition: 'cleared', endReason: 'rule' }])
})

test('it ends when its flock leaves', async () => {
  const flocks = await hens([5, 40])
  await begin()
  const endedOn = dateIn('Asia/Shanghai', farm.now)
  await db().update(flock).set({ endedOn }).where(eq(flock.id, flocks.id))
  farm.now += 60 * MINUTE
  await look()
  expect(await ruled(flocks)).toMatchObject([{ condition: 'cleared', endReason: 'moved' }])
})
