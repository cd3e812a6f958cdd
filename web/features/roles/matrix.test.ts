import { expect, test } from 'vitest'
import { CUSTOMER, type Grant, permissionIds, STAFF } from '#shared/permissions.ts'
import {
  cellOf,
  changesOf,
  giveableOf,
  grantsIn,
  isShown,
  type Matrix,
  matches,
  shareOf,
  withAll,
} from './matrix.ts'
import { permissionGroups, permissionRows } from './permission-groups.ts'

const row = (id: (typeof permissionIds)[number]) => {
  const found = permissionRows.get(id)
  if (!found) throw new Error(`${id} is nowhere in the menu`)
  return found
}
const set = (...grants: Grant[]) => new Set(grants)

test('every permission appears once, named after a screen it opens', () => {
  const ids = permissionGroups.flatMap(({ rows }) => rows.map(({ id }) => id))
  expect(ids.toSorted()).toEqual([...permissionIds].toSorted())
  expect(row('user_manage').title['en-US']).toBe('Users')
  expect(row('chicken_home_manage').title['en-US']).toBe('House overview')
  expect(row('device_manage').title['en-US']).toBe('Device management')
  expect(row('farm_access')).toMatchObject({ title: { 'en-US': 'Farm access' }, paths: ['/personal'] })
})

test('viewing follows from any other action, and stays when that one goes', () => {
  const device = row('device_manage')
  const held = withAll(set(), ['device_manage:edit'], true)
  const giveable = new Set(grantsIn([device], STAFF))
  const matrix: Matrix = { kind: STAFF, held, base: set(), giveable }
  expect(cellOf(matrix, device, 'query')).toBe('follows')
  expect(withAll(held, ['device_manage:query'], false)).toEqual(held)
  expect(withAll(held, ['device_manage:edit'], false)).toEqual(set('device_manage:query'))
})

test('what the viewer does not hold is locked, what does not exist is empty', () => {
  const device = row('device_manage')
  const giveable = giveableOf(
    { kind: CUSTOMER, grants: set('device_manage:query', 'device_manage:get') },
    grantsIn([device], CUSTOMER),
  )
  const matrix: Matrix = { kind: CUSTOMER, held: set(), base: set(), giveable }
  expect(cellOf(matrix, device, 'get')).toBe('off')
  expect(cellOf(matrix, device, 'edit')).toBe('lock')
  expect(cellOf(matrix, row('weather'), 'edit')).toBe('none')
  expect(cellOf({ ...matrix, giveable: null }, device, 'edit')).toBe('off')
})

test('a group shows whether all, some or none of its possible grants are given', () => {
  const group = permissionGroups.find(({ title }) => title['en-US'] === 'Devices')
  const grants = grantsIn(group?.rows ?? [], STAFF)
  expect(grants).not.toContain('device_overhaul_item_client:query')
  expect(shareOf(set(), grants)).toBe('none')
  expect(shareOf(set('camera_manage:query'), grants)).toBe('some')
  expect(shareOf(new Set(grants), grants)).toBe('all')
})

test('changes are listed in the order of the catalogue, and can be viewed alone', () => {
  const base = set('weather:query')
  const held = withAll(set(), ['device_manage:edit', 'house_alarm:query'], true)
  expect(changesOf(base, held)).toEqual([
    { grant: 'house_alarm:query', isAdded: true },
    { grant: 'weather:query', isAdded: false },
    { grant: 'device_manage:query', isAdded: true },
    { grant: 'device_manage:edit', isAdded: true },
  ])
  const matrix: Matrix = { kind: STAFF, held, base, giveable: null }
  expect(isShown(matrix, row('weather'), 'changed')).toBe(true)
  expect(isShown(matrix, row('weather'), 'granted')).toBe(false)
  expect(isShown(matrix, row('camera_manage'), 'changed')).toBe(false)
})

test('a permission is found by its names, its key and its address', () => {
  for (const text of ['device_man', '设备管理', 'device manage', '/deviceManage'])
    expect(matches(row('device_manage'), text), text).toBe(true)
  expect(matches(row('device_manage'), 'weather')).toBe(false)
})
