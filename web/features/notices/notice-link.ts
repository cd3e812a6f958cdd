import type { Notice } from '#shared/contracts/notices.ts'
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

/** The screens each kind of message can lead to; the first one the reader may open is used. */
const targets = {
  alarm: [at(paths.alarms, 'alarm', 'house_alarm:get')],
  setting: [at(paths.settings, 'houseId')],
  consent: [aCustomer, asked(paths.personal, { section: 'farmAccess' })],
  customer: [aCustomer, aTrialCustomer, whole(paths.personal)],
  overhaul: [at(paths.overhauls, 'officeId'), whole(paths.myOverhauls), whole(paths.overhauls)],
  repair: [
    at(paths.repairs, 'id', 'device_repair_admin_list:get'),
    at(paths.myRepairs, 'id', 'device_repair_client_list:get'),
  ],
  question: [
    at(paths.questions, 'id', 'device_user_problem_admin_list:get'),
    at(paths.myQuestions, 'id', 'device_user_problem_client_list:get'),
  ],
  inquiry: [at(paths.inquiries, 'id', 'admin_inquiry:get'), at(paths.myInquiries, 'id', 'my_center:get')],
  order: [at(paths.orders, 'id', 'order_center:get'), at(paths.myOrders, 'id', 'my_center:get')],
  approval: [aTrialCustomer, aCustomer],
  formalWaiting: [asked(paths.customers, { approval: 'pending' })],
  trialWaiting: [asked(paths.trialCustomers, { approval: 'pending' })],
  erasure: [whole(paths.users)],
  user: [whole(paths.users)],
  userWaiting: [asked(paths.users, { status: 'HELD' })],
  agent: [at(paths.agents, 'id', 'user_manage:get'), whole(paths.agentArea)],
  houseCode: [at(paths.houses, 'code', 'chicken_home_manage:edit')],
  duty: [whole(paths.alarmRules)],
  health: [whole(paths.systemMonitor)],
  webhook: [asked(paths.personal, { section: 'webhooks' })],
  system: [at(paths.controllerDetails, 'houseId'), at(paths.houseMonitor, 'houseId')],
} as const satisfies Readonly<Record<string, readonly Target[]>>

/** What a message can be about. */
export const businessTypes = Object.keys(targets) as (keyof typeof targets)[]

/** Null for a type this version does not know yet. */
export const knownBusiness = (type: string) => businessTypes.find(known => known === type) ?? null

/** Where a message leads; null if its subject has no screen for this reader. */
export function linkOf(
  { businessType, subjectId }: Pick<Notice, 'businessType' | 'subjectId'>,
  exists: (path: string) => boolean,
  grants: ReadonlySet<Grant>,
): string | null {
  const business = knownBusiness(businessType)
  const wanted: readonly Target[] = business ? targets[business] : []
  for (const { path, grant, hrefFor } of wanted) {
    const mayOpen = exists(path) && (grant === undefined || grants.has(grant))
    const href = mayOpen ? hrefFor(subjectId) : null
    if (href) return href
  }
  return null
}
