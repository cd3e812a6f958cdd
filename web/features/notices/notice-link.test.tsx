import { expect, test } from 'vitest'
import { agents } from '#shared/contracts/agents.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
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
import { businessTypes, linkOf } from './notice-link.ts'

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

test('a message whose screen is missing, or about an unknown subject, leads nowhere', () => {
  expect(linkOf({ businessType: 'alarm', subjectId: 'a' }, () => false, everyGrant)).toBeNull()
  expect(linkOf({ businessType: 'alarm', subjectId: null }, everything, everyGrant)).toBeNull()
  expect(linkOf({ businessType: 'future', subjectId: 'a' }, everything, everyGrant)).toBeNull()
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

test.each(businessTypes)(
  'a message about %s leads everybody to something they can open, or nowhere',
  businessType => {
    let led = 0
    for (const { name, kind, grants } of roles) {
      const exists = (path: string) => {
        const screen = screens.find(each => each.path === path)
        return screen !== undefined && mayOpen(screen, { kind, grants })
      }
      const link = linkOf({ businessType, subjectId: 's1' }, exists, grants)
      if (link === null) continue
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
