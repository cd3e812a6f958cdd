import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agentArea } from '#shared/contracts/agent-area.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { orders } from '#shared/contracts/orders.ts'
import { personal } from '#shared/contracts/personal.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { dateIn, daysAfter, endOfDay } from '#shared/zone-time.ts'
import { raiseAlarm } from '../../farm/alarms/testing/raise-alarm.ts'
import { buildAgency } from '../../features/agents/agents.fixture.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { agency } from '../../platform/database/tables/agents.ts'
import { reminder } from '../../platform/database/tables/consents.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { unreached } from '../../platform/database/tables/system.ts'
import { viewerOfAccount } from '../../platform/http/identify.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment, buildDevice } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { remind } from './reminders.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, Date.now()), days)

let farm: TestApp
let owner: Person
let rest: Person
let administrator: Person
let department: SeededOffice
let other: SeededOffice

beforeAll(async () => {
  farm = await testApp()
  const { direct, provider, sharing } = farm.offices
  await setOffice(sharing, { farmAccessUntil: null })
  owner = await farm.as({ office: direct, kind: CUSTOMER, grants: everyGrant(CUSTOMER) })
  rest = await farm.as({ office: provider, kind: STAFF, grants: everyGrant(STAFF) })
  other = await buildDepartment(farm.services, provider, 'Other')
  administrator = await farm.as({
    office: other,
    kind: STAFF,
    grants: ['user_manage:edit', 'role_manage:edit'],
  })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const setCustomer = (change: Partial<typeof customer.$inferInsert>) =>
  database().update(customer).set(change).where(eq(customer.officeId, farm.offices.direct.id))
const setOffice = ({ id }: { id: string }, change: Partial<typeof office.$inferInsert>) =>
  database().update(office).set(change).where(eq(office.id, id))
const setAccount = ({ accountId }: Person, change: Partial<typeof account.$inferInsert>) =>
  database().update(account).set(change).where(eq(account.id, accountId))
const staff = (grants: readonly Grant[], at: SeededOffice = department, departmentOnly = false) =>
  farm.as({ office: at, kind: STAFF, grants, departmentOnly })
const able = (at?: SeededOffice, departmentOnly?: boolean) => staff(everyGrant(STAFF), at, departmentOnly)
const unable = () => staff(['workplace:query'])
const leads = ({ accountId }: Person) => setOffice(department, { headId: accountId })

/** A message to the provider: what makes it, and the grants of which its reader needs one. */
interface MessageKind {
  make(): Promise<unknown>
  needs: readonly Grant[]
}
const lines = [{ name: 'Fan belt B-1321', quantity: 12 }]
const consignee = { consignee: 'Wang Lei', phone: '+86 536 555 0148', country: 'CN', city: 'Weifang' }
const reminded = (change: () => Promise<unknown>) => async () => {
  await change()
  await remind(farm.services)
}
const looksAfter: readonly Grant[] = ['custom_manage:query', 'try_custom_manage:query']

/** What is work: whoever can do it hears of it, before those who lead. */
const isWork = (kind: string) =>
  ['order', 'inquiry', 'question', 'repair', 'application as agent'].includes(kind)

const kinds: Record<string, MessageKind> = {
  order: {
    make: () => owner.call(orders.place, { body: { ...consignee, address: '', content: '', lines } }),
    needs: ['order_center:edit'],
  },
  inquiry: {
    make: () => owner.call(inquiries.create, { body: { text: 'When?', pictures: [], lines } }),
    needs: ['admin_inquiry:edit'],
  },
  question: {
    make: () => owner.call(questions.create, { body: { text: 'Why?', pictures: [] } }),
    needs: ['device_user_problem_admin_list:edit'],
  },
  repair: {
    make: () =>
      owner.call(repairs.create, {
        body: {
          title: 'Feed auger stops',
          equipment: 'Feed auger FA-90',
          description: 'The motor hums.',
          phone: '+86 138 0536 2210',
          pictures: [],
          statement: STATEMENT_VERSION,
        },
      }),
    needs: ['device_repair_admin_list:edit'],
  },
  'application as agent': {
    make: () =>
      owner.call(agentArea.apply, {
        body: {
          region: 'Hebei',
          phone: '+86 311 555 0100',
          about: 'Forty farms.',
          statement: STATEMENT_VERSION,
        },
      }),
    needs: ['user_manage:enable'],
  },
  'consent given': {
    make: () => owner.call(farmAccess.grant, { body: { consent: 'farm', endsOn: inDays(30) } }),
    needs: looksAfter,
  },
  'consent withdrawn': {
    make: async () => {
      await setOffice(farm.offices.direct, { farmAccessUntil: new Date(endOfDay(inDays(9), ZONE)) })
      await owner.call(farmAccess.revoke, { body: { consent: 'farm' } })
    },
    needs: looksAfter,
  },
  'consent ends': {
    make: reminded(() =>
      setOffice(farm.offices.direct, { remoteControlUntil: new Date(endOfDay(inDays(6), ZONE)) }),
    ),
    needs: looksAfter,
  },
  'contract ends': {
    make: reminded(() => setCustomer({ contractEndsOn: inDays(7) })),
    needs: ['custom_manage:query'],
  },
  'trial ends': {
    make: reminded(() => setCustomer({ stage: 'trial', trialEndsOn: inDays(3) })),
    needs: ['try_custom_manage:query'],
  },
  'maintenance is due': {
    make: reminded(() => setCustomer({ nextMaintenanceOn: inDays(7) })),
    needs: ['custom_manage:query', 'device_overhaul:query'],
  },
  'agent authority ends': {
    make: reminded(async () => {
      await buildAgency(farm.services, farm.offices.direct, { standing: 'passed' })
      await setOffice(farm.offices.direct, { agentEndsOn: inDays(7) })
    }),
    needs: ['user_manage:edit'],
  },
  erasure: { make: () => owner.call(personal.askErasure), needs: ['user_manage:delete'] },
  'alarm of a farm whose contract is over': {
    make: async () => {
      await setCustomer({ contractEndsOn: inDays(-60) })
      const { direct } = farm.offices
      const device = await buildDevice(farm.services, direct)
      await raiseAlarm(farm.services, {
        subjectId: device.id,
        code: 'HighTemperature',
        houseIds: [],
        farmPath: direct.path,
      })
    },
    needs: ['house_alarm:query'],
  },
}

/** Prepares the department; answers who is to be told of work and, where these differ, of anything else. */
const states: Record<string, () => Promise<Person | { work: Person; others: Person }>> = {
  'no department': async () => {
    await setCustomer({ managerOfficeId: null })
    await able()
    return rest
  },
  'nobody in it': async () => rest,
  'a head who can act': async () => {
    const head = await able()
    await leads(head)
    await able()
    return head
  },
  'a head of another department who can act': async () => {
    const head = await able(other)
    await leads(head)
    return head
  },
  'a head of another department who does not see the customer': async () => {
    await leads(await able(other, true))
    return rest
  },
  'a head without the right': async () => {
    await leads(await unable())
    return able()
  },
  'a disabled head': async () => {
    const head = await able()
    await leads(head)
    await setAccount(head, { disabledAt: new Date() })
    return able()
  },
  'a deleted head': async () => {
    const head = await able()
    await leads(head)
    await setAccount(head, { deletedAt: new Date() })
    return rest
  },
  'members without the right': async () => {
    await unable()
    return rest
  },
  'a member with the right': async () => {
    await unable()
    return able()
  },
  'a member with the right for this department only': () => able(department, true),
  'a member with the right in a group of it': async () =>
    able(await buildDepartment(farm.services, department, 'Group')),
  'nobody in it, but the department above can act': async () => {
    const above = department
    department = await buildDepartment(farm.services, above, 'Shandong service')
    await setCustomer({ managerOfficeId: department.id })
    await unable()
    await staff(everyGrant(STAFF), other)
    return able(above)
  },
  'nobody in it, but others sell': async () => {
    await unable()
    const sales = await buildDepartment(farm.services, farm.offices.provider, 'Sales')
    return { work: await able(sales), others: rest }
  },
  'nobody in it, and others who sell see only their own department': async () => {
    const sales = await buildDepartment(farm.services, farm.offices.provider, 'Sales')
    await able(sales, true)
    return rest
  },
  'nobody at the root can act, but others sell': async () => {
    await setCustomer({ managerOfficeId: null })
    await setAccount(rest, { disabledAt: new Date() })
    const sales = await buildDepartment(farm.services, farm.offices.provider, 'Sales')
    // Who could give the right would be told of everything else.
    const grants = everyGrant(STAFF).filter(grant => grant !== 'user_manage:edit')
    return { work: await staff(grants, sales), others: administrator }
  },
  'a department that is disabled': async () => {
    await able()
    await setOffice(department, { disabledAt: new Date() })
    return rest
  },
  'nobody anywhere': async () => {
    await setAccount(rest, { disabledAt: new Date() })
    return administrator
  },
}

/** A department of its own for the customer, and nothing left of what was before. */
async function begin() {
  const { direct, provider } = farm.offices
  department = await buildDepartment(farm.services, provider, 'North China service')
  const stay = [rest, administrator, owner].map(({ accountId }) => accountId)
  await database().update(account).set({ disabledAt: new Date() })
  const fresh = { disabledAt: null, erasureAskedAt: null }
  await database().update(account).set(fresh).where(inArray(account.id, stay))
  await setCustomer({
    managerOfficeId: department.id,
    stage: 'formal',
    contractEndsOn: null,
    trialEndsOn: null,
    nextMaintenanceOn: null,
  })
  await setOffice(direct, { farmAccessUntil: null, remoteControlUntil: null, agentEndsOn: null })
  for (const table of [agency, reminder, noticeMessage, unreached]) await database().delete(table)
}

const toldStaff = async () => {
  const rows = await database()
    .selectDistinct({ id: account.id })
    .from(noticeMessage)
    .innerJoin(account, eq(account.id, noticeMessage.accountId))
    .where(eq(account.kind, STAFF))
  return rows.map(({ id }) => id)
}

/** Whether somebody can act: signs in, holds one of the grants, and sees the customer. */
async function canAct(accountId: string, needs: readonly Grant[]): Promise<boolean> {
  const viewer = await viewerOfAccount(farm.services.store, accountId)
  if (!viewer || !needs.some(grant => viewer.grants.has(grant))) return false
  const seen = await farm.services.store
    .scoped(viewer.scope)
    .select({ id: office.id })
    .from(office)
    .where(eq(office.id, farm.offices.direct.id))
  return seen.length === 1
}

describe.each(Object.entries(states))('%s', (_, prepare) => {
  beforeEach(begin)
  test.each(Object.entries(kinds))('%s', async (kind, { make, needs }) => {
    const prepared = await prepare()
    const expected = 'work' in prepared ? prepared[isWork(kind) ? 'work' : 'others'] : prepared
    await make()
    expect(await toldStaff()).toEqual([expected.accountId])
    if (expected !== administrator) expect(await canAct(expected.accountId, needs)).toBe(true)
    expect(await database().select().from(unreached)).toEqual([])
  })
})
