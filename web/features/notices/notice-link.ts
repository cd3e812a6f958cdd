import type { Notice } from '#shared/contracts/notices.ts'
import { type AskedPath, type Asking, hrefOf, paths, type ScreenPath } from '#shared/screens.ts'

/** A screen a message can lead to, at its subject; null if the subject is required but unknown. */
interface Target {
  path: ScreenPath
  hrefFor: (subject: string | null) => string | null
}
const at = <P extends AskedPath>(path: P, name: keyof Asking<P>): Target => ({
  path,
  hrefFor: subject => subject && hrefOf(path, { [name]: subject } as Asking<P>),
})
const asked = <P extends AskedPath>(path: P, asking: Asking<P>): Target => ({
  path,
  hrefFor: () => hrefOf(path, asking),
})
const whole = (path: ScreenPath): Target => ({ path, hrefFor: () => path })

/** The screens each kind of message can lead to; the first one the reader may open is used. */
const targets = {
  alarm: [at(paths.alarms, 'alarm')],
  setting: [at(paths.settings, 'houseId')],
  consent: [at(paths.customers, 'id'), asked(paths.personal, { section: 'farmAccess' })],
  customer: [at(paths.customers, 'id'), at(paths.trialCustomers, 'id'), whole(paths.personal)],
  overhaul: [whole(paths.myOverhauls), whole(paths.overhauls)],
  repair: [at(paths.repairs, 'id'), at(paths.myRepairs, 'id')],
  question: [at(paths.questions, 'id'), at(paths.myQuestions, 'id')],
  inquiry: [at(paths.inquiries, 'id'), at(paths.myInquiries, 'id')],
  order: [at(paths.orders, 'id'), at(paths.myOrders, 'id')],
  approval: [at(paths.trialCustomers, 'id'), at(paths.customers, 'id')],
  formalWaiting: [asked(paths.customers, { approval: 'pending' })],
  trialWaiting: [asked(paths.trialCustomers, { approval: 'pending' })],
  erasure: [whole(paths.users)],
  user: [whole(paths.users)],
  userWaiting: [asked(paths.users, { status: 'HELD' })],
  agent: [at(paths.agents, 'id'), whole(paths.agentArea)],
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
): string | null {
  const business = knownBusiness(businessType)
  const wanted: readonly Target[] = business ? targets[business] : []
  for (const { path, hrefFor } of wanted) {
    const href = exists(path) ? hrefFor(subjectId) : null
    if (href) return href
  }
  return null
}
