import { expect, test } from 'vitest'
import { AGENT, beyond, CUSTOMER, type Grant, type RolePermission, STAFF } from './permissions.ts'

const holder = (kind: 1 | 2 | 3, ...grants: Grant[]) => ({ kind, grants: new Set(grants) })

test('nobody gives what they do not hold', () => {
  const given: RolePermission[] = [{ permissionId: 'house_alarm', actionList: ['edit'] }]
  expect(beyond(holder(CUSTOMER, 'house_alarm:query'), given)).toEqual(['house_alarm:edit'])
  expect(beyond(holder(CUSTOMER, 'house_alarm:query', 'house_alarm:edit'), given)).toEqual([])
  expect(beyond(holder(STAFF, 'user_manage:edit'), given)).toEqual(['house_alarm:query', 'house_alarm:edit'])
})

test("a farmer's own screens are given by staff, who cannot hold them, and by no agent", () => {
  const given: RolePermission[] = [{ permissionId: 'client_workplace', actionList: ['query'] }]
  expect(beyond(holder(STAFF), given)).toEqual([])
  expect(beyond(holder(AGENT), given)).toEqual(['client_workplace:query'])
})
