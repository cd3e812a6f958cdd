import { describe, expect, test } from 'vitest'
import { closing, MOST_TABS, noTabs, restoredTabs, shownAfter, type TabList, visited } from './tab-list.ts'

const clean = () => false
const page = (path: string, search = '') => ({ key: path, path, href: `${path}${search}` })
const open = (...paths: string[]): TabList =>
  paths.reduce((list, path) => visited(list, page(path), clean), noTabs)
const keys = ({ tabs }: TabList) => tabs.map(({ key }) => key)

describe('visiting', () => {
  test('opens a page once and remembers the address it was left with', () => {
    const list = visited(open('/a', '/b'), page('/a', '?status=ONLINE'), clean)
    expect(keys(list)).toEqual(['/a', '/b'])
    expect(list.active).toBe('/a')
    expect(list.tabs[0]?.href).toBe('/a?status=ONLINE')
  })

  test('beyond twenty pages, the one not visited for longest closes', () => {
    const twenty = open(...Array.from({ length: MOST_TABS }, (_, i) => `/${i}`))
    const again = visited(twenty, page('/0'), clean)
    expect(keys(visited(again, page('/new'), clean))).not.toContain('/1')
    expect(visited(again, page('/new'), clean).tabs).toHaveLength(MOST_TABS)
  })

  test('a page with unsaved input never closes by itself, even when that makes one page too many', () => {
    const twenty = open(...Array.from({ length: MOST_TABS }, (_, i) => `/${i}`))
    expect(keys(visited(twenty, page('/new'), key => key === '/0'))).toContain('/0')
    expect(visited(twenty, page('/new'), () => true).tabs).toHaveLength(MOST_TABS + 1)
  })
})

describe('closing', () => {
  const list = open('/a', '/b', '/c')

  test('the last tab stays', () => {
    expect(closing(open('/a'), '/a', 'this')).toBe('lastTab')
    expect(closing(open('/a'), '/a', 'others')).toBe('lastTab')
  })
  test('to the left and to the right', () => {
    expect(closing(list, '/b', 'left')).toEqual(['/a'])
    expect(closing(list, '/b', 'right')).toEqual(['/c'])
    expect(closing(list, '/b', 'others')).toEqual(['/a', '/c'])
  })
  test('says when there is none on that side', () => {
    expect(closing(list, '/a', 'left')).toBe('noneLeft')
    expect(closing(list, '/c', 'right')).toBe('noneRight')
  })
  test('shows the neighbour at the right, then the one at the left, and leaves an open page alone', () => {
    const active = (key: string): TabList => ({ ...list, active: key })
    expect(shownAfter(active('/b'), ['/b'])?.key).toBe('/c')
    expect(shownAfter(active('/c'), ['/c'])?.key).toBe('/b')
    expect(shownAfter(active('/a'), ['/b', '/c'])?.key).toBe('/a')
    expect(shownAfter(active('/c'), ['/b', '/c'])?.key).toBe('/a')
  })
})

describe('after a reload', () => {
  test('pages come back with their addresses, except those no longer allowed', () => {
    const stored = [
      { key: '/a', path: '/a', href: '/a?page=2' },
      { key: '/b?houseId=7', path: '/b', href: '/b?houseId=7', name: 'House 7' },
      { key: '/secret', path: '/secret', href: '/secret' },
    ]
    const tabs = restoredTabs(stored, path => path !== '/secret')
    expect(tabs.map(({ href }) => href)).toEqual(['/a?page=2', '/b?houseId=7'])
    expect(tabs[1]?.name).toBe('House 7')
  })
  test('anything but a list of pages restores none', () => {
    for (const odd of [null, 'x', {}, [null, 5, {}, { key: '/a', path: '/a', href: 'https://example.com' }]])
      expect(restoredTabs(odd, () => true)).toEqual([])
    const twice = { key: '/a', path: '/a', href: '/a' }
    expect(restoredTabs([twice, twice], () => true)).toHaveLength(1)
  })
})
