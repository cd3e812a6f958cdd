import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Grant, Kind } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildRole } from '../../testing/farm-builder.ts'
import { rolesToAssign } from './assignable-roles.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const giver = (kind: Kind, ...grants: Grant[]) => ({
  kind,
  grants: new Set(grants),
  departmentOnly: false,
})
const watching = [{ permissionId: 'house_alarm' as const, actionList: ['query' as const] }]

/** The refused fields, or the roles to assign. */
const assigned = (who: ReturnType<typeof giver>, officePath: string, ids: string[]) =>
  rolesToAssign(farm.services.store.scoped(SYSTEM), who, { kind: 2, officePath }, ids).then(
    found => found.map(({ id }) => id),
    (error: unknown) => {
      if (error instanceof Refusal) return error.refused.faults?.map(({ field }) => field)
      throw error
    },
  )

test('a role is given in its own office and below, to its kind of user, by people who hold all of it', async () => {
  const { sharing, team, closed } = farm.offices
  const role = await buildRole(farm.services, sharing, { permissions: watching })
  const forStaff = await buildRole(farm.services, sharing, { kind: 1 })
  const able = giver(2, 'house_alarm:query')
  expect(await assigned(able, team.path, [role.id])).toEqual([role.id])
  expect(await assigned(able, closed.path, [role.id])).toEqual(['roleIds.0'])
  expect(await assigned(able, sharing.path, [role.id, forStaff.id, 'nobody'])).toEqual([
    'roleIds.1',
    'roleIds.2',
  ])
  expect(await assigned(giver(2), sharing.path, [role.id])).toEqual(['roleIds.0'])
})
