import type { Notice } from '#shared/contracts/notices.ts'

/** Screens a message can lead to, the first that exists for the reader; `=` takes the subject's id. */
const targets = {
  alarm: ['/house-alarm?alarm='],
  setting: ['/fjznSetting?houseId='],
  consent: ['/custom?id=', '/personal?section=farmAccess'],
  customer: ['/custom?id=', '/customer/try-customer?id=', '/personal'],
  overhaul: ['/device/overhaul/item/client', '/deviceOverhaul'],
  repair: ['/device-maintain/repair/admin-list?id=', '/device-maintain/repair?id='],
  question: ['/device-maintain/user-problem/admin-list?id=', '/device-maintain/user-problem?id='],
  inquiry: ['/admin-inquiry?id=', '/my-inquiry?id='],
  order: ['/orderCenter?id=', '/myOrder?id='],
  approval: ['/customer/try-customer?id=', '/custom?id='],
  formalWaiting: ['/custom?approval=pending'],
  trialWaiting: ['/customer/try-customer?approval=pending'],
  erasure: ['/sysconfig/user'],
  user: ['/sysconfig/user'],
  userWaiting: ['/sysconfig/user?status=HELD'],
  agent: ['/agent/admin/list?id=', '/agent/client/list'],
  health: ['/dashboard/monitor'],
  webhook: ['/personal?section=webhooks'],
  system: ['/chickenHouseDetails?houseId=', '/screen/index?house='],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** What a message is about. */
export const businessTypes = Object.keys(targets) as (keyof typeof targets)[]

/** Null for a type that this version does not know yet. */
export const knownBusiness = (type: string) => businessTypes.find(known => known === type) ?? null

/** Where a message leads; null where its subject has no screen for this reader. */
export function linkOf(
  { businessType, subjectId }: Pick<Notice, 'businessType' | 'subjectId'>,
  exists: (path: string) => boolean,
): string | null {
  const business = knownBusiness(businessType)
  const wanted: readonly string[] = business ? targets[business] : []
  const target = wanted.find(each => exists(each.split('?')[0] ?? '') && (!each.endsWith('=') || subjectId))
  if (!target) return null
  return target.endsWith('=') ? `${target}${encodeURIComponent(subjectId ?? '')}` : target
}
