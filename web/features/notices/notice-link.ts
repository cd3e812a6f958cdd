import { alarmAddress } from '#shared/alarm-address.ts'
import { type BusinessType, businessTypes } from '#shared/contracts/notices.ts'
import type { Grant } from '#shared/permissions.ts'
import { type AskedPath, type Asking, hrefOf, paths, type ScreenPath } from '#shared/screens.ts'

/** A screen a message can lead to, at its subject; null if the subject is required but unknown. */
interface Target {
  path: ScreenPath
  /** What the subject is opened with there; without it the reader would stand before a list. */
  grant?: Grant | undefined
  hrefFor: (subject: string | null) => string | null
}
const at = <P extends AskedPath>(path: P, name: keyof Asking<P>, grant?: Grant): Target => ({
  path,
  grant,
  hrefFor: subject => subject && hrefOf(path, { [name]: subject } as Asking<P>),
})
const asked = <P extends AskedPath>(path: P, asking: Asking<P>): Target => ({
  path,
  hrefFor: () => hrefOf(path, asking),
})
const whole = (path: ScreenPath): Target => ({ path, hrefFor: () => path })
const aCustomer = at(paths.customers, 'id', 'custom_manage:get')
const aTrialCustomer = at(paths.trialCustomers, 'id', 'try_custom_manage:get')
const whatOthersMay = asked(paths.personal, { section: 'farmAccess' })

/**
 * The screens each kind of message can lead to; the first one the reader may open is used. Last stand lists, for readers who see
 * a list without opening what is in it.
 */
const targets: Readonly<Record<BusinessType, readonly Target[]>> = {
  alarm: [
    { path: paths.alarms, grant: 'house_alarm:get', hrefFor: id => id && alarmAddress({ id }) },
    whole(paths.alarms),
  ],
  // Reading it is its answer; whom alarms reach stands with their rules.
  'alarm-test': [whole(paths.alarmRules), whole(paths.alarms)],
  setting: [at(paths.settings, 'houseId'), at(paths.houseMonitor, 'houseId'), whatOthersMay],
  consent: [aCustomer, whatOthersMay],
  customer: [aCustomer, aTrialCustomer, at(paths.overhauls, 'officeId'), whole(paths.personal)],
  overhaul: [at(paths.overhauls, 'officeId'), whole(paths.myOverhauls), whole(paths.overhauls)],
  repair: [
    at(paths.repairs, 'id', 'device_repair_admin_list:get'),
    at(paths.myRepairs, 'id', 'device_repair_client_list:get'),
    whole(paths.repairs),
    whole(paths.myRepairs),
  ],
  question: [
    at(paths.questions, 'id', 'device_user_problem_admin_list:get'),
    at(paths.myQuestions, 'id', 'device_user_problem_client_list:get'),
    whole(paths.questions),
    whole(paths.myQuestions),
  ],
  inquiry: [
    at(paths.inquiries, 'id', 'admin_inquiry:get'),
    at(paths.myInquiries, 'id', 'my_center:get'),
    whole(paths.inquiries),
    whole(paths.myInquiries),
  ],
  order: [
    at(paths.orders, 'id', 'order_center:get'),
    at(paths.myOrders, 'id', 'my_center:get'),
    whole(paths.orders),
    whole(paths.myOrders),
  ],
  approval: [aTrialCustomer, aCustomer, whole(paths.trialCustomers), whole(paths.customers)],
  formalWaiting: [asked(paths.customers, { approval: 'pending' })],
  trialWaiting: [asked(paths.trialCustomers, { approval: 'pending' })],
  erasure: [whole(paths.users)],
  user: [whole(paths.users), whatOthersMay],
  userWaiting: [asked(paths.users, { status: 'HELD' }), whatOthersMay],
  agent: [at(paths.agents, 'id', 'user_manage:get'), whole(paths.agentArea), whole(paths.agents)],
  houseCode: [at(paths.houses, 'code', 'chicken_home_manage:edit'), whatOthersMay],
  duty: [whole(paths.alarmRules), whole(paths.alarms), whatOthersMay],
  health: [whole(paths.systemMonitor)],
  webhook: [asked(paths.personal, { section: 'webhooks' })],
  system: [
    at(paths.controllerDetails, 'houseId'),
    at(paths.houseMonitor, 'houseId'),
    whole(paths.workplace),
    whatOthersMay,
  ],
}

/** Null for a type that only a newer server knows. */
export const knownBusiness = (type: string): BusinessType | null =>
  businessTypes.find(known => known === type) ?? null

/** Where a message leads; null if its subject has no screen for this reader. */
export function linkOf(
  { businessType, subjectId }: { businessType: string; subjectId: string | null },
  exists: (path: string) => boolean,
  grants: ReadonlySet<Grant>,
): string | null {
  const business = knownBusiness(businessType)
  const wanted = business ? targets[business] : []
  for (const { path, grant, hrefFor } of wanted) {
    const mayOpen = exists(path) && (grant === undefined || grants.has(grant))
    const href = mayOpen ? hrefFor(subjectId) : null
    if (href) return href
  }
  return null
}
