import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { questions } from '#shared/contracts/questions.ts'
import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import { raiseAlarm } from '../../farm/alarms/testing/raise-alarm.ts'
import { remind } from '../../people/customers/reminders.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { reminder } from '../../platform/database/tables/consents.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { systemAlarm, unreached } from '../../platform/database/tables/system.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'
import { openSampler } from './sampler.ts'

let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  const grants: Grant[] = ['dashboard_monitor:query', 'custom_manage:query']
  staff = await farm.as({ office: farm.offices.provider, kind: STAFF, grants })
})
afterAll(() => farm.close())
const database = () => farm.services.store.scoped(SYSTEM)
beforeEach(async () => {
  for (const table of [unreached, systemAlarm, noticeMessage, reminder]) await database().delete(table)
})

let raised = 0
async function raiseAt(place: TestApp['offices']['team'], farmPath: string) {
  const device = await buildDevice(farm.services, place)
  await raiseAlarm(farm.services, {
    subjectId: device.id,
    rule: `HighTemperature ${++raised}`,
    code: 'HighTemperature',
    houseIds: [],
    officePath: place.path,
    farmPath,
  })
}

const shown = async (by = staff) => (await by.call(systemMonitor.now)).unreached
const counted = async () => {
  const { body } = await farm.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  return Number(/^farm_unreached (\d+)$/m.exec(body)?.[1])
}
/** A minute of the system monitor; answers the warnings in the log. */
async function minute() {
  const warn = vi.fn()
  const log = { ...farm.services.log, warn } as unknown as TestApp['services']['log']
  const sampler = await openSampler({ ...farm.services, log }, () => 0)
  onTestFinished(() => sampler.stop())
  await sampler.sample()
  return warn.mock.calls
}

test('an alarm of a farm without anybody is on the monitor, in the figures and in the log, until somebody is there', async () => {
  const { team, sharing } = farm.offices
  await raiseAt(team, sharing.path)
  await raiseAt(team, sharing.path)
  const alarms = { side: 'farm', business: 'alarm', office: 'sharing', count: 2 }
  expect(await shown()).toMatchObject([alarms])
  expect(await counted()).toBe(1)
  const told = { side: 'farm', business: 'alarm', office: 'team' }
  expect(await minute()).toContainEqual([told, 'messages reach nobody'])
  expect((await staff.call(notices.list)).items).toMatchObject([
    { title: 'Messages reach nobody. See the system monitor', level: 'warning' },
  ])
  // Once, however long it stays so.
  expect(await minute()).toEqual([])
  expect(await shown()).toMatchObject([alarms])

  await farm.as({ office: sharing, kind: CUSTOMER, grants: ['house_alarm:query'] })
  await minute()
  expect(await shown()).toEqual([])
  expect(await counted()).toBe(0)
  const { alarms: system } = await staff.call(systemMonitor.now)
  expect(system).toMatchObject([{ kind: 'unreached', clearedAt: expect.any(String) }])
})

test('a reply to somebody who left goes to the owner, and is recorded without one', async () => {
  const { direct, provider } = farm.offices
  const engineer = await farm.as({
    office: provider,
    kind: STAFF,
    grants: ['device_user_problem_admin_list:query', 'device_user_problem_admin_list:edit'],
  })
  const asked = async () => {
    const grants: Grant[] = ['device_user_problem_client_list:get', 'device_user_problem_client_list:add']
    const worker = await farm.as({ office: direct, kind: CUSTOMER, grants })
    const { id } = await worker.call(questions.create, { body: { text: 'Why?', pictures: [] } })
    await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, worker.accountId))
    return { params: { id }, body: { text: 'Look at the belt.', pictures: [] } }
  }
  await engineer.call(questions.reply, await asked())
  expect(await shown()).toMatchObject([{ side: 'farm', business: 'question', office: 'direct', count: 1 }])
  const owner = await farm.as({ office: direct, kind: CUSTOMER, grants: ['farm_access:enable'] })
  await engineer.call(questions.reply, await asked())
  expect((await owner.call(notices.list)).items).toHaveLength(1)
  await minute()
  expect(await shown()).toEqual([])
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, owner.accountId))
})

test('what an agent without people should hear names the agent, and only to who sees it', async () => {
  const { sharing, provider, agent } = farm.offices
  await database()
    .update(office)
    .set({ farmAccessUntil: new Date(Date.now() + 86_400_000) })
    .where(eq(office.id, sharing.id))
  await remind(farm.services)
  const ofAgent = { side: 'agent', business: 'consent' }
  expect(await shown()).toContainEqual(expect.objectContaining({ ...ofAgent, office: 'agent' }))
  const narrow = await farm.as({
    office: provider,
    kind: STAFF,
    grants: ['dashboard_monitor:query'],
    departmentOnly: true,
  })
  expect((await shown(narrow)).map(({ side }) => side)).toContain('agent')
  await farm.as({ office: agent, kind: 3, grants: ['custom_manage:query'] })
  await minute()
  expect((await shown()).map(({ side }) => side)).not.toContain('agent')
})
