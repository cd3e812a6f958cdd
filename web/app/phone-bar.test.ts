import { beforeAll, expect, test } from 'vitest'
import { CUSTOMER, type Grant, STAFF } from '#shared/permissions.ts'
import { loadScreens } from './known-screens.ts'
import { phoneBar } from './phone-bar.ts'

beforeAll(loadScreens)

const paths = (kind: typeof STAFF | typeof CUSTOMER, ...grants: Grant[]) =>
  phoneBar({ kind, grants: new Set(grants) }).map(({ path }) => path)

test('a customer’s thumb reaches the houses first, and the list of houses only after them', () => {
  const bar = paths(CUSTOMER, 'chicken_home_manage:query')
  expect(bar).toContain('/screen/index')
  expect(bar.indexOf('/screen/index')).toBeLessThan(bar.indexOf('/chicken-home-manage'))
})

test('nobody is led to a screen they may not open, and nobody sees more than five places', () => {
  const staff = paths(STAFF, 'device_manage:query')
  expect(staff).toContain('/deviceManage')
  expect(staff).not.toContain('/chicken-home-manage')
  expect(staff).not.toContain('/screen/index')
  expect(staff.length).toBeLessThanOrEqual(5)
})
