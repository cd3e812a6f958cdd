import { describe, expect, test } from 'vitest'
import { CUSTOMER, type Grant, type Kind, STAFF } from '#shared/permissions.ts'
import { returnAddress } from '#web/data/return-address.ts'
import { guard, type Visitor } from './guard.ts'
import { group, screen } from './screen.ts'

const icon = null as never
const page = async () => () => null
const curve = screen('/deviceSetting/targetParameter', '目标参数', 'Target parameters', 'device_setting', {
  page,
  hidden: true,
})
const groups = [
  group('仪表盘', 'Dashboard', icon, [
    screen('/dashboard/workplace', '工作台', 'Workplace', 'client_workplace', { page }),
  ]),
  group('我的消息', 'My messages', icon, [
    screen('/notice-message', '我的消息', 'My messages', 'signedIn', { page }),
  ]),
  group('设备', 'Devices', icon, [
    screen('/deviceManage', '设备管理', 'Devices', 'device_manage', { page }),
    screen('/weather', '天气', 'Weather', 'weather'),
    screen('/screen/index', '鸡舍监控', 'House monitor', 'chicken_home_manage', { kinds: [CUSTOMER], page }),
    screen('/personal', '个人中心', 'Personal center', 'signedIn'),
    screen('/deviceSetting', '参数设置', 'Parameter settings', 'device_setting', { leadsTo: curve }),
    curve,
  ]),
]
const login = screen('/user/login', '登录', 'Sign in', 'public', { page })
const result = screen('/user/register-result', '申请结果', 'Application received', 'public', {
  page,
  mailed: true,
})
const all = [login, result, ...groups.flatMap(({ screens }) => screens)]

const verdict = (href: string, visitor: Visitor) => {
  const path = href.split('?')[0] ?? href
  return guard(
    path,
    href,
    all.find(screen => screen.path === path),
    visitor,
    groups,
  )
}
const viewer = (kind: Kind, ...grants: Grant[]) => ({ kind, grants: new Set(grants) })

describe('without a token', () => {
  test('an address leads to login and is remembered', () => {
    expect(verdict('/deviceManage?page=2', 'stranger')).toEqual({
      go: '/user/login?redirect=%2FdeviceManage%3Fpage%3D2',
    })
  })
  test('the login page is shown', () => expect(verdict('/user/login', 'stranger')).toBe('show'))
  test('the front door leads to login', () => expect(verdict('/', 'stranger')).toEqual({ go: '/user/login' }))
  test('an unknown address is the not-found page', () =>
    expect(verdict('/nowhere', 'stranger')).toEqual({ go: '/404' }))
})

test('with a token but no role loaded, user info is read first', () => {
  expect(verdict('/deviceManage', 'unknown')).toBe('load user')
  expect(verdict('/user/login', 'unknown')).toBe('load user')
})

describe('signed in', () => {
  const worker = viewer(CUSTOMER, 'device_manage:query')

  test('what the role allows is shown, built or not', () => {
    expect(verdict('/deviceManage', worker)).toBe('show')
    expect(verdict('/weather', viewer(CUSTOMER, 'weather:query'))).toBe('show')
  })
  test('a screen the user has no permission for does not exist', () =>
    expect(verdict('/weather', worker)).toEqual({ go: '/404' }))
  test('an unknown address does not exist', () => expect(verdict('/nowhere', worker)).toEqual({ go: '/404' }))
  test('the house monitor does not exist for staff', () =>
    expect(verdict('/screen/index', viewer(STAFF, 'chicken_home_manage:query'))).toEqual({ go: '/404' }))
  test('a screen that only leads to another goes there, for the same house', () =>
    expect(verdict('/deviceSetting?houseId=h1', viewer(CUSTOMER, 'device_setting:query'))).toEqual({
      go: '/deviceSetting/targetParameter?houseId=h1',
    }))
  test('login leads home', () => expect(verdict('/user/login', worker)).toEqual({ go: '/deviceManage' }))
  test('a link from a mail opens anyway', () =>
    expect(verdict('/user/register-result?token=x', worker)).toBe('show'))
  test('home is the workplace', () =>
    expect(verdict('/', viewer(CUSTOMER, 'device_manage:query', 'client_workplace:query'))).toEqual({
      go: '/dashboard/workplace',
    }))
  test('home is the first menu entry for a user without the workplace', () =>
    expect(verdict('/', worker)).toEqual({ go: '/deviceManage' }))
  test('home of a farmer without a workplace is the monitor, not an empty list of messages', () =>
    expect(verdict('/', viewer(CUSTOMER, 'chicken_home_manage:query'))).toEqual({ go: '/screen/index' }))
  test('home is the personal center for a user with an empty menu', () =>
    expect(verdict('/', viewer(CUSTOMER, 'weather:query'))).toEqual({ go: '/personal' }))
})

test('login returns only to our own addresses', () => {
  expect(returnAddress('/deviceManage?page=2')).toBe('/deviceManage?page=2')
  for (const bad of [undefined, '', 'https://example.com', '//example.com', '/\\example.com', '/user/login'])
    expect(returnAddress(bad)).toBe('/')
})
