import { describe, expect, test } from 'vitest'
import {
  AGENT,
  CUSTOMER,
  type Grant,
  type Kind,
  type PermissionId,
  permissionIds,
  permissions,
  STAFF,
} from '#shared/permissions.ts'
import { screenPaths } from '#shared/screens.ts'
import { guard } from './guard.ts'
import { inMenu, isFound, type LoadPage, mayOpen, type Screen, type Viewer } from './screen.ts'
import { menu, screens } from './screens.ts'

/** Screens still to be built. This number may only fall. */
const UNBUILT = 0

/** Every address the menu promises, in its order, and those that are only reached by a link. */
const promised = `
/user/login /user/register /user/register-result /user/forget-pwd /user/forget-pwd-result /confirm-email /clip /test-record /reached /404
/
/dashboard/workplace /dashboard/analysis /dashboard/monitor /screen/datav
/notice-message
/chicken-home-manage /screen/index /chickenHouseDetails /fjznSetting
/deviceSetting /deviceSetting/targetParameter /deviceSetting/ventilationLevel /deviceChart
/chicken-group /chicken-group/comparison /chicken-batch /chicken-home/camera /house-alarm /house-alarm/rule
/weather
/deviceOverhaul /deviceOverhaulDetailList /deviceOverhaulPushMessageList /device/overhaul/item/client
/deviceManage /deivce/camera /chickHouseType
/iot-product
/custom /customer/try-customer /custom/login-history /user-trajectory/trajectory /user-trajectory/analyze
/agent/client/list /agent/admin/list /agent/admin/category
/orderCenter /admin-inquiry /myOrder /my-inquiry
/mall/goods /mall/goods/classification /mall/goods/price-lists /mall/goods/list /mall/goods/list/search /good-favorities
/device-install/install /device-install/admin-list /device-install/category
/device-maintain/maintain /device-maintain/maintain/admin-list /device-maintain/maintain/category
/device-maintain/common-problem /device-maintain/common-problem/admin-list /device-maintain/common-problem/category
/device-maintain/repair /device-maintain/repair/admin-list
/device-maintain/user-problem/admin-list /device-maintain/user-problem
/breeding-instruction/farming-foundation /breeding-instruction/infor
/breeding-instruction/farming-foundation/admin-list /breeding-instruction/farming-foundation/category
/breeding-instruction/infor-admin/index
/instructions-use/client /instructions-use/client/list /instructions-use/admin /instructions-use/classification
/opera-history/index
/personal /sysconfig/department /sysconfig/user /sysconfig/role /sysconfig/seller
`
  .trim()
  .split(/\s+/)

/** A user of a kind with every permission that kind may hold. */
function holderOfAll(kind: Kind): Viewer {
  const held = permissionIds.filter(id => (permissions[id].audience as readonly Kind[]).includes(kind))
  return { kind, grants: new Set(held.map(id => `${id}:query` as const)) as Viewer['grants'] }
}

describe('the table of screens', () => {
  test('holds every screen the menu promises, once and in its order', () => {
    expect(screens.map(({ path }) => path)).toEqual(promised)
    expect(screenPaths).toEqual(promised)
  })

  test('counts the screens that are not built yet; the number may only fall', () => {
    const showsNothing = (screen: Screen) =>
      !screen.load &&
      screen.kinds.some(kind => guard(screen.path, screen.path, screen, holderOfAll(kind), menu) === 'show')
    expect(screens.filter(showsNothing)).toHaveLength(UNBUILT)
  })

  test('names only permissions that exist, each held by somebody who may open the screen', () => {
    for (const { path, access, kinds } of screens) {
      if (typeof access === 'string') continue
      for (const id of access) {
        const audience: readonly Kind[] = permissions[id].audience
        expect(
          audience.filter(kind => kinds.includes(kind)),
          `${path} ${id}`,
        ).not.toEqual([])
      }
    }
  })

  test('opens a screen with any one of its permissions, and not with all the others', () => {
    for (const screen of screens.filter(({ access }) => typeof access !== 'string'))
      for (const kind of screen.kinds) {
        const held = holderOfAll(kind).grants
        const isOwn = (grant: Grant) => screen.access.includes(grant.split(':')[0] as PermissionId)
        const opens = (grants: Grant[]) => mayOpen(screen, { kind, grants: new Set(grants) })
        for (const grant of held) expect(opens([grant]), `${screen.path} ${grant}`).toBe(isOwn(grant))
        expect(opens([...held].filter(grant => !isOwn(grant))), screen.path).toBe(false)
      }
  })

  test('uses every permission', () => {
    const used = screens.flatMap(({ access, parts }) => [
      ...(typeof access === 'string' ? [] : access),
      ...Object.keys(parts),
    ])
    expect(permissionIds.filter(id => !used.includes(id))).toEqual([])
  })

  test('titles every screen and every group in both languages', () => {
    for (const { title, entry } of screens)
      for (const words of [title, entry]) {
        expect(words['zh-CN']).toMatch(/[\u4e00-\u9fff]/)
        expect(words['en-US']).toMatch(/^[A-Z]/)
      }
    for (const { title } of menu) expect(title['zh-CN']).toMatch(/[\u4e00-\u9fff]/)
  })

  test('has an entry for the front door if the screen it leads to has one', () => {
    const door = screens.find(({ path }) => path === '/')
    const shown = (load: LoadPage | null) => {
      if (!door?.leadsTo) throw new Error('no front door')
      return inMenu({ ...door, leadsTo: { ...door.leadsTo, load } }, holderOfAll(CUSTOMER))
    }
    expect([shown(null), shown(async () => () => null)]).toEqual([false, true])
  })

  test('shows the house monitor to customers only', () => {
    const monitor = screens.find(({ path }) => path === '/screen/index')
    const seenBy = ([STAFF, CUSTOMER, AGENT] as const).filter(
      kind => monitor && inMenu(monitor, holderOfAll(kind)),
    )
    expect(seenBy).toEqual([CUSTOMER])
  })

  test('gives no menu entry to a screen that is not built, hidden or public', () => {
    const entries = screens.filter(screen => inMenu(screen, holderOfAll(CUSTOMER)))
    const isOpen = ({ load, leadsTo, hidden, access }: Screen) =>
      (load ?? leadsTo?.load) && !hidden && access !== 'public'
    expect(entries.every(isOpen)).toBe(true)
    expect(entries.map(({ path }) => path)).toContain('/chicken-home-manage')
  })

  test('offers nothing in the menu that is empty without its house', () => {
    for (const kind of [STAFF, CUSTOMER, AGENT] as const)
      expect(
        screens.filter(screen => screen.each === 'houseId' && inMenu(screen, holderOfAll(kind))),
      ).toEqual([])
  })

  test('finds by name a screen that asks for its house, for those who may open it', () => {
    const foundBy = (viewer: Viewer) =>
      screens.flatMap(screen => (screen.hidden && isFound(screen, viewer) ? [screen.path] : []))
    expect(foundBy(holderOfAll(STAFF))).toEqual([
      '/chickenHouseDetails',
      '/fjznSetting',
      '/deviceSetting/targetParameter',
      '/deviceSetting/ventilationLevel',
      '/deviceChart',
    ])
    expect(foundBy({ kind: CUSTOMER, grants: new Set(['device_chart:query']) })).toEqual(['/deviceChart'])
  })
})
