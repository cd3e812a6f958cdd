import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import type { Grant } from '#shared/permissions.ts'
import { alarms as signals } from '#shared/signals.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty, alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { buildAlarmRule, buildDuty } from '../../testing/alarm-rules.ts'
import type { Person } from '../../testing/app.ts'
import { alarmFarm, type Controller } from './testing/alarm-farm.ts'

const farm = alarmFarm({ alertGateway: { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' } })
const db = () => farm.app.services.store.scoped(SYSTEM)
const GRANTS: readonly Grant[] = ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit']

type Level = 'warning' | 'critical' | 'emergency'
let house: Controller
let night: Person
let boss: Person

async function grown(name: string): Promise<Person> {
  const { sharing } = farm.app.offices
  const made = await farm.app.as({ office: sharing, kind: 2, grants: GRANTS })
  const phone = '+86 138 0534 2210'
  await db().update(account).set({ actualName: name, phone }).where(eq(account.id, made.accountId))
  return made
}
beforeEach(async () => {
  const { services, offices } = farm.app
  services.devices.states.clear()
  for (const table of [alarm, alarmRule, noticeMessage, alarmDuty, phoneCall]) await db().delete(table)
  await db()
    .update(account)
    .set({ disabledAt: sql`now()` })
    .where(eq(account.officePath, offices.sharing.path))
  night = await grown('Night')
  boss = await grown('Boss')
  await buildDuty(services, offices.sharing, { accountId: night.accountId })
  await buildDuty(services, offices.sharing, { accountId: boss.accountId, step: 2 })
  house = await farm.controller()
})

/** A rule of the farm, or a kind of alarm of ours; each raises an alarm of a level. */
const makers = {
  async own(level: Level) {
    await buildAlarmRule(farm.app.services, farm.app.offices.sharing, {
      houseId: house.houseId,
      level,
      action: 'Call Wang first',
      unseenMinutes: 10,
    })
    await farm.start()
    farm.report(house, { 'Climate/Hum/Avg': 90 })
  },
  async 'own, of a state'(level: Level) {
    await buildAlarmRule(farm.app.services, farm.app.offices.sharing, {
      houseId: house.houseId,
      level,
      metric: 'Vent/Mode',
      direction: 'isNot',
      limit: 2,
      receivers: 'nobody',
    })
    await farm.start()
    farm.report(house, { 'Vent/Mode': 5 })
  },
  async 'built-in'(level: Level) {
    const { code = '' } =
      signals.find(signal => signal.severity === level && !signal.code.endsWith('1')) ?? {}
    await farm.start()
    farm.report(house, { [`Alarm/${code}`]: true })
  },
}
type Maker = keyof typeof makers
const raise = async (by: Maker, level: Level) => {
  await makers[by](level)
  await farm.settled()
}
const theAlarm = async () =>
  (await farm.alarmsOf(house)).find(({ condition }) => condition !== 'cleared') as typeof alarm.$inferSelect
const params = async () => ({ params: { id: (await theAlarm()).id } })
/** Who was woken along the chain, at which step and round, in order. */
const woken = async () => {
  const rows = await db()
    .select()
    .from(alarmEvent)
    .where(sql`kind = 'told' and step > 0`)
    .orderBy(alarmEvent.at, alarmEvent.round, alarmEvent.actorName)
  return rows.map(({ actorName, step, round }) => `${actorName} ${step}.${round}`)
}
const goOn = async (minutes: number) => {
  await farm.passes(minutes)
  await farm.tellUnseen()
}

const everyMaker = Object.keys(makers) as Maker[]
describe.each(everyMaker)('an alarm of a rule that is %s', by => {
  test('and a warning has no chain', async () => {
    await raise(by, 'warning')
    await goOn(6)
    expect(await woken()).toEqual([])
    expect(await theAlarm()).toMatchObject({ level: 'warning', chainFrom: null, chainAt: null })
  })

  test('and critical wakes who is on call at once, the next within five minutes, and goes on until somebody is there', async () => {
    await raise(by, 'critical')
    expect(await woken()).toEqual(['Night 1.0'])
    const raised = await theAlarm()
    const told = await db().select().from(alarmEvent).where(eq(alarmEvent.alarmId, raised.id))
    const waits = told.map(({ at }) => at.getTime() - raised.createdAt.getTime())
    expect(Math.max(...waits)).toBeLessThanOrEqual(10_000)

    await night.call(alarms.answer, { ...(await params()), body: { answer: 'seen' } })
    await goOn(5)
    const both = ['Night 1.0', 'Boss 2.0', 'Night 1.2']
    expect((await woken()).toSorted()).toEqual(both.toSorted())
    // Seen expires, and a cause given from bed ends nothing.
    await night.call(alarms.cause, { ...(await params()), body: { cause: 'fan' } })
    await goOn(5.1)
    expect((await woken()).length).toBeGreaterThan(both.length)
    expect((await boss.call(alarms.get, await params())).chain).toMatchObject({ isOver: false })

    const { sharing } = farm.app.offices
    const printer = await farm.app.as({ office: sharing, kind: 2, grants: ['chicken_home_manage:edit'] })
    const { code } = await printer.call(houseCodes.renew, { params: { id: house.houseId } })
    await boss.call(alarms.arrive, { body: { code: code ?? '' } })
    const before = await woken()
    await goOn(40)
    expect(await woken()).toEqual(before)
    expect((await boss.call(alarms.get, await params())).chain).toMatchObject({ isOver: true })
  })

  test('and critical stays quiet while it is shelved, half an hour at most, and rings again by itself', async () => {
    await raise(by, 'critical')
    const shelve = async (minutes: number) =>
      night.call(alarms.shelve, { ...(await params()), body: { minutes, reason: 'Wang is repairing it' } })
    await expect(shelve(31)).rejects.toThrow()
    await shelve(30)
    const before = await woken()
    await goOn(6)
    expect(await woken()).toEqual(before)
    const over = sql`now() - interval '1 second'`
    await db().update(alarm).set({ shelvedUntil: over, ringAt: over, chainAt: over })
    await farm.tellUnseen()
    expect((await woken()).length).toBeGreaterThan(before.length)
  })

  test('and an emergency wakes everybody at once, and is never shelved', async () => {
    await raise(by, 'emergency')
    expect(await woken()).toEqual(['Boss 1.0', 'Night 1.0'])
    const shelved = night.call(alarms.shelve, { ...(await params()), body: { minutes: 5, reason: 'quiet' } })
    await expect(shelved).rejects.toThrow()
  })
})

test('a rule that the farm makes graver while its alarm stands wakes people from then on', async () => {
  await raise('own', 'warning')
  expect(await woken()).toEqual([])
  await db().update(alarmRule).set({ level: 'critical' })
  await farm.restart()
  farm.report(house, { 'Climate/Hum/Avg': 91 })
  await farm.settled()
  expect(await woken()).toEqual(['Night 1.0'])
  expect(await night.call(alarms.get, await params())).toMatchObject({
    level: 'critical',
    ownAction: 'Call Wang first',
    chain: { isOver: false },
  })
})
