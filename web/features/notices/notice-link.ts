import type { Notice } from '#shared/contracts/notices.ts'

/** Screens a message can lead to, the first that exists for the reader; `=` takes the subject's id. */
const targets: Readonly<Record<string, readonly string[]>> = {
  alarm: ['/house-alarm?alarm='],
  setting: ['/fjznSetting?houseId='],
  consent: ['/custom?id=', '/personal?section=farmAccess'],
  customer: ['/custom?id=', '/customer/try-customer?id=', '/personal'],
  overhaul: ['/deviceOverhaulDetailList?id=', '/device/overhaul/item/client?id='],
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
  system: ['/chickenHouseDetails?houseId=', '/screen/index?house='],
}

/** Where a message leads; null where its subject has no screen for this reader. */
export function linkOf(
  { businessType, subjectId }: Pick<Notice, 'businessType' | 'subjectId'>,
  exists: (path: string) => boolean,
): string | null {
  const wanted = targets[businessType] ?? []
  const target = wanted.find(each => exists(each.split('?')[0] ?? '') && (!each.endsWith('=') || subjectId))
  if (!target) return null
  return target.endsWith('=') ? `${target}${encodeURIComponent(subjectId ?? '')}` : target
}
