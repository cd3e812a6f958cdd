import { expect, test } from 'vitest'
import { agents } from '#shared/contracts/agents.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { type BusinessType, businessTypes } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  AGENT,
  CUSTOMER,
  type Grant,
  type Kind,
  permissionIds,
  permissions,
  STAFF,
} from '#shared/permissions.ts'
import { isScreenPath, paths } from '#shared/screens.ts'
import { mayOpen } from '#web/app/screen.ts'
import { screens } from '#web/app/screens.ts'
import { mayCall } from '#web/data/session.ts'
import { linkOf } from './notice-link.ts'

const everything = () => true
const everyGrant: ReadonlySet<Grant> = new Set(
  permissionIds.flatMap(id => permissions[id].actions.map(action => `${id}:${action}` as Grant)),
)

test('a message about an alarm leads to it', () => {
  const message = { businessType: 'alarm', subjectId: 'a/1' }
  expect(linkOf(message, everything, everyGrant)).toBe('/house-alarm?alarm=a%2F1')
})

test('a message leads to its reader’s screen: staff and clients have their own', () => {
  const message = { businessType: 'repair', subjectId: '7' }
  expect(linkOf(message, everything, everyGrant)).toBe('/device-maintain/repair/admin-list?id=7')
  const isMine = (path: string) => path === paths.myRepairs
  expect(linkOf(message, isMine, everyGrant)).toBe('/device-maintain/repair?id=7')
})

test('a reminder leads staff to what is due at its customer, and the customer to their own items', () => {
  const message = { businessType: 'overhaul', subjectId: 'o1' }
  expect(linkOf(message, path => path === paths.overhauls, everyGrant)).toBe('/deviceOverhaul?officeId=o1')
  expect(linkOf(message, path => path === paths.myOverhauls, everyGrant)).toBe(paths.myOverhauls)
})

test('a message whose screen is missing, or of an unknown kind, leads nowhere; without its subject, to the list', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a' }, () => false, everyGrant)).toBeNull()
  expect(linkOf({ businessType: 'future', subjectId: 'a' }, everything, everyGrant)).toBeNull()
  expect(linkOf({ businessType: 'alarm', subjectId: null }, everything, everyGrant)).toBe(paths.alarms)
})

/** What opens one record on a screen that shows a list without it. */
const opens: Readonly<Record<string, Endpoint>> = {
  [paths.alarms]: alarms.get,
  [paths.customers]: customers.get,
  [paths.trialCustomers]: trialCustomers.get,
  [paths.repairs]: repairs.get,
  [paths.myRepairs]: repairs.get,
  [paths.questions]: questions.get,
  [paths.myQuestions]: questions.get,
  [paths.inquiries]: inquiries.get,
  [paths.myInquiries]: inquiries.get,
  [paths.orders]: orders.get,
  [paths.myOrders]: orders.get,
  [paths.agents]: agents.get,
}

/** Of each kind: everything, one permission alone, and each without its `get`. */
const roles = ([STAFF, CUSTOMER, AGENT] as const).flatMap(kind => {
  const own = permissionIds.filter(id => (permissions[id].audience as readonly Kind[]).includes(kind))
  return [own, ...own.map(id => [id])].flatMap(ids => {
    const all = ids.flatMap(id => permissions[id].actions.map(action => `${id}:${action}` as Grant))
    const name = ids.length === 1 ? ids[0] : 'everything'
    return [
      { name: `${kind} with ${name}`, kind, grants: new Set(all) },
      {
        name: `${kind} with ${name} but get`,
        kind,
        grants: new Set(all.filter(each => !each.endsWith(':get'))),
      },
    ]
  })
})

/** Whom the server tells of each: people of these kinds who hold any of these. */
const told: Readonly<Record<BusinessType, readonly (readonly [Kind, ...Grant[]])[]>> = {
  alarm: [
    [CUSTOMER, 'house_alarm:query'],
    [STAFF, 'house_alarm:query'],
    [AGENT, 'house_alarm:query'],
  ],
  'alarm-test': [[CUSTOMER, 'house_alarm:query']],
  setting: [[CUSTOMER, 'farm_access:enable']],
  consent: [
    [CUSTOMER, 'farm_access:enable'],
    [STAFF, 'custom_manage:query'],
  ],
  customer: [
    [CUSTOMER, 'farm_access:enable'],
    [STAFF, 'custom_manage:query', 'try_custom_manage:query', 'device_overhaul:query'],
  ],
  overhaul: [
    [CUSTOMER, 'device_overhaul_item_client:query', 'device_overhaul_item_client:add'],
    [STAFF, 'device_overhaul:query'],
  ],
  repair: [
    [STAFF, 'device_repair_admin_list:edit'],
    [CUSTOMER, 'device_repair_client_list:query'],
  ],
  question: [
    [STAFF, 'device_user_problem_admin_list:edit'],
    [CUSTOMER, 'device_user_problem_client_list:query'],
  ],
  inquiry: [
    [STAFF, 'admin_inquiry:edit'],
    [CUSTOMER, 'my_center:query'],
  ],
  order: [
    [STAFF, 'order_center:edit'],
    [CUSTOMER, 'my_center:get'],
  ],
  approval: [[STAFF, 'custom_manage:enable', 'try_custom_manage:enable']],
  formalWaiting: [[STAFF, 'custom_manage:enable']],
  trialWaiting: [[STAFF, 'try_custom_manage:enable']],
  erasure: [[STAFF, 'user_manage:delete']],
  user: [[CUSTOMER, 'farm_access:enable']],
  userWaiting: [[CUSTOMER, 'farm_access:enable']],
  agent: [
    [STAFF, 'user_manage:edit', 'user_manage:enable'],
    [AGENT, 'agent_client:query'],
  ],
  houseCode: [[CUSTOMER, 'chicken_home_manage:edit']],
  duty: [[CUSTOMER, 'farm_access:enable', 'house_alarm:query']],
  health: [[STAFF, 'dashboard_monitor:query']],
  webhook: [[STAFF], [CUSTOMER], [AGENT]],
  system: [[CUSTOMER, 'chicken_home_manage:query', 'client_workplace:query', 'farm_access:enable']],
}

const isTold = (type: BusinessType, { kind, grants }: (typeof roles)[number]) =>
  told[type].some(([of, ...any]) => of === kind && (any.length === 0 || any.some(grant => grants.has(grant))))

test.each(businessTypes)(
  'a message about %s leads everybody who is told to something they can open',
  type => {
    let led = 0
    for (const role of roles) {
      const { name, kind, grants } = role
      const exists = (path: string) => {
        const screen = screens.find(each => each.path === path)
        return screen !== undefined && mayOpen(screen, { kind, grants })
      }
      const link = linkOf({ businessType: type, subjectId: 's1' }, exists, grants)
      if (link === null) {
        expect(isTold(type, role), name).toBe(false)
        continue
      }
      led += 1
      const { pathname, searchParams } = new URL(link, 'http://farm')
      expect(isScreenPath(pathname) && exists(pathname), name).toBe(true)
      const endpoint = opens[pathname]
      if (endpoint && [...searchParams.values()].includes('s1'))
        expect(mayCall(endpoint, { user: { kind }, grants } as never), name).toBe(true)
    }
    expect(led).toBeGreaterThan(0)
  },
)
