import { expect, test } from 'vitest'
import {
  AGENT,
  beyond,
  CUSTOMER,
  type Grant,
  isBeyond,
  type RolePermission,
  rightsOf,
  STAFF,
} from './permissions.ts'

const holder = (kind: 1 | 2 | 3, ...grants: Grant[]) => ({ kind, grants: new Set(grants) })

test('nobody grants what they do not hold', () => {
  const given: RolePermission[] = [{ permissionId: 'house_alarm', actionList: ['edit'] }]
  expect(beyond(holder(CUSTOMER, 'house_alarm:query'), given)).toEqual(['house_alarm:edit'])
  expect(beyond(holder(CUSTOMER, 'house_alarm:query', 'house_alarm:edit'), given)).toEqual([])
  expect(beyond(holder(STAFF, 'user_manage:edit'), given)).toEqual(['house_alarm:query', 'house_alarm:edit'])
})

test("a farmer's own screens are granted by staff, who cannot hold them, and by no agent", () => {
  const given: RolePermission[] = [{ permissionId: 'client_workplace', actionList: ['query'] }]
  expect(beyond(holder(STAFF), given)).toEqual([])
  expect(beyond(holder(AGENT), given)).toEqual(['client_workplace:query'])
})

test('what decides for a farm is granted by nobody above it, not even staff; a role keeps what it has of it', () => {
  const given: RolePermission[] = [{ permissionId: 'farm_access', actionList: ['enable'] }]
  expect(beyond(holder(STAFF), given)).toEqual(['farm_access:query', 'farm_access:enable'])
  expect(beyond(holder(STAFF), given, given)).toEqual([])
  expect(beyond(holder(AGENT), given, given)).toEqual(['farm_access:query', 'farm_access:enable'])
  expect(beyond(holder(CUSTOMER, 'farm_access:query', 'farm_access:enable'), given)).toEqual([])
})

test('rights of roles add up: one staff role that shows all customers is enough', () => {
  const [narrow, wide] = [true, false].map(departmentOnly => ({ permissions: [], departmentOnly }))
  if (!narrow || !wide) throw new Error('Two roles were made')
  expect(rightsOf(STAFF, [narrow, narrow]).departmentOnly).toBe(true)
  expect(rightsOf(STAFF, [narrow, wide]).departmentOnly).toBe(false)
  expect(rightsOf(STAFF, []).departmentOnly).toBe(true)
  expect(rightsOf(CUSTOMER, []).departmentOnly).toBe(false)
})

test('staff who see only the customers of their department grant nobody more', () => {
  const giver = { ...holder(STAFF), departmentOnly: true }
  const role = { permissions: [], departmentOnly: false }
  expect(isBeyond(giver, { ...role, kind: STAFF })).toBe(true)
  expect(isBeyond(giver, { ...role, kind: STAFF, departmentOnly: true })).toBe(false)
  expect(isBeyond(giver, { ...role, kind: CUSTOMER })).toBe(false)
  expect(isBeyond({ ...giver, departmentOnly: false }, { ...role, kind: STAFF })).toBe(false)
})
