import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { urgencies } from '#shared/house-urgency.ts'
import { paths } from '#shared/screens.ts'
import type { Language } from '#shared/text.ts'
import wordsEn from '#web/components/en-US.json' with { type: 'json' }
import wordsZh from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import english from './en-US.json' with { type: 'json' }
import { Wall } from './wall.tsx'
import { NOTHING } from './wall-line.ts'
import { WallLinks } from './wall-link.tsx'
import chinese from './zh-CN.json' with { type: 'json' }
import '../../app/theme.css'
import '../../app/base.css'

const NOW = Date.UTC(2026, 4, 6, 3)
const numbered = <T,>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))
const iso = new Date(NOW).toISOString()

/** As many farms, alarms and places as the screen ever shows, with long names. */
const full: DataScreen = {
  name: 'Northern Plain Poultry Equipment and Services Company',
  timeZone: 'Asia/Shanghai',
  isFarm: false,
  farms: 1_204,
  houses: 12_650,
  newFarms: 21,
  newHouses: 143,
  notShared: { farms: 38, houses: 212 },
  birds: 104_233_870,
  occupied: 11_020,
  silent: 0,
  states: { normal: 11_900, watch: 402, offline: 201, alarm: 147 },
  birdsByType: { layer: 64_000_120, broiler: 30_002_220, pullet: 8_210_500, breeder: 2_021_030 },
  layingRate: { actual: 93.2, difference: -1.4 },
  survival: { actual: 97.4, difference: 0.3 },
  devices: { ONLINE: 13_980, OFFLINE: 402, UNACTIVE: 112, DISABLE: 31 },
  places: numbered(12, i => ({
    id: `p${i}`,
    name: `Farm ${i}`,
    city: i % 2 ? 'Shijiazhuang' : null,
    longitude: 100 + i * 4,
    latitude: 25 + (i % 4) * 6,
    urgency: urgencies[i % urgencies.length] ?? 'normal',
    houses: 12,
  })),
  alarms: numbered(6, i => ({
    id: `a${i}`,
    code: 'HighTemp',
    level: 'critical',
    condition: i % 2 ? 'cleared' : 'active',
    at: iso,
    house: `House ${i} behind the old feed mill, second row`,
    farm: 'Green Valley Laying Hens Cooperative',
  })),
  onCall: null,
  ranking: numbered(10, i => ({
    id: `r${i}`,
    name: `Green Valley Laying Hens Cooperative ${i}`,
    inTarget: 99.6 - i * 3.2,
    houses: 12,
  })),
  inTarget: 88.4,
  days: numbered(14, i => ({
    day: `2026-04-${String(10 + i)}`,
    eggs: 9_000_000 + i,
    rate: 93 - i / 10,
    standard: 94,
    uncounted: 0,
    feed: 12_000_000,
    water: 22_000_000,
    leftOut: { eggs: 0, feed: i % 3, water: 2 },
  })),
  preparedAt: iso,
}
/** A farm of two houses with a quiet day. */
const small: DataScreen = {
  ...full,
  name: 'Linden Farm',
  isFarm: true,
  farms: 1,
  houses: 2,
  birds: 40_120,
  occupied: 2,
  silent: 0,
  places: full.places.slice(0, 1),
  alarms: full.alarms.slice(0, 1).map(alarm => ({ ...alarm, farm: null })),
  onCall: ['Milan Dragović-Stefanović', 'Wang Lei', 'Annemarie Hoffmann-Lindenberg'],
  ranking: full.ranking.slice(0, 2),
}
/** Three farms, none of them with much to tell. */
const three: DataScreen = {
  ...full,
  farms: 3,
  houses: 12,
  places: full.places.slice(0, 3),
  alarms: full.alarms.slice(0, 1),
  ranking: full.ranking.slice(0, 3),
}
const sums = {
  dataType: 'WALL',
  eggs: 1_204_331,
  feed: 3_120,
  water: 9_800,
  leftOut: { eggs: 1, feed: 0, water: 1 },
  reporting: 240,
  news: 1,
} as const

async function draw(figures: DataScreen, language: Language, [width, height]: readonly [number, number]) {
  await page.viewport(width, height)
  prefer({ language })
  await i18next.changeLanguage(language)
  const screen = await render(
    <div style={{ height: '100vh' }}>
      <Wall now={{ ...NOTHING, figures, sums, isConnected: true, heardAt: NOW }} />
    </div>,
  )
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  return screen
}

/** Screens of walls, and what the menu and the tabs leave of the lowest one. */
const screens = [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [3840, 2160],
  [1220, 632],
  [1280, 1024],
  [1080, 1920],
  [1440, 2560],
  [1080, 2400],
] as const
const cases = screens.flatMap(size =>
  (['en-US', 'zh-CN'] as const).map(language => [size, language] as const),
)

/** Parts of the screen that end below its edge or that hide some of their content. */
const cutOff = () =>
  [...document.querySelectorAll('.wall :is(header, section, dl, ul, ol, li, figure)')].filter(
    part =>
      part.getBoundingClientRect().bottom > innerHeight + 1 || part.scrollHeight > part.clientHeight + 1,
  )

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: {
      'en-US': { 'data-screen': english, components: wordsEn },
      'zh-CN': { 'data-screen': chinese, components: wordsZh },
    },
  }),
)

test.each(cases)('everything has room on a wall of %j, in %s', async (size, language) => {
  for (const figures of [full, small]) {
    const screen = await draw(figures, language, size)
    const { scrollHeight, scrollWidth } = document.documentElement
    expect([scrollWidth, scrollHeight]).toEqual([...size])
    expect(cutOff()).toEqual([])
    await screen.unmount()
  }
})

test.each(['en-US', 'zh-CN'] as const)(
  'a farm sees on its wall who is on call now, or that nobody is (%s)',
  async language => {
    const words = language === 'en-US' ? wordsEn.onCall : wordsZh.onCall
    const said = async (onCall: string[] | null) => {
      const screen = await draw({ ...small, onCall }, language, [1220, 632])
      const text = document.querySelector('.wall-on-call')?.textContent?.trim()
      await screen.unmount()
      return text
    }
    const inOrder = `Milan${words.then}Wang Lei`
    expect(await said(['Milan', 'Wang Lei'])).toBe(words.now.replace('{{names}}', inOrder))
    expect(await said([])).toBe(words.nobody)
    expect(await said(null)).toBeUndefined()
  },
)

test('the rows of a small farm share the height of the wall, and its map is not smaller', async () => {
  const heights: number[] = []
  for (const figures of [full, small]) {
    const screen = await draw(figures, 'en-US', [1920, 1080])
    const height = (part: string) => document.querySelector(part)?.getBoundingClientRect().height ?? 0
    heights.push(height('.wall-ranking li'), height('.wall-earth'))
    await screen.unmount()
  }
  const [row = 0, map = 0, smallRow = 0, smallMap = 0] = heights
  expect(smallRow).toBeGreaterThan(1.5 * row)
  expect(smallMap).toBeGreaterThanOrEqual(map)
})

/**
 * Heights that nothing uses, as parts of the wall: below the map, and below what stands in the lists of either side, down to
 * the next list or the edge.
 */
function emptyParts(): number[] {
  const edge = (part: Element | null | undefined, side: 'top' | 'bottom') =>
    part?.getBoundingClientRect()[side] ?? 0
  const gapsOf = (side: Element) => {
    const lists = [...side.children]
    const ends = lists.map(list => edge(list.lastElementChild, 'bottom'))
    return ends.map((end, i) => (lists[i + 1] ? edge(lists[i + 1], 'top') : innerHeight) - end)
  }
  const below =
    edge(document.querySelector('.wall-curves'), 'top') -
    edge(document.querySelector('.wall-earth'), 'bottom')
  return [below, ...[...document.querySelectorAll('.wall-side')].flatMap(gapsOf)].map(
    gap => gap / innerHeight,
  )
}

test.each([
  [1080, 1920],
  [1440, 2560],
  [2160, 3840],
  [1080, 2160],
] as const)('an upright wall of %i x %i has no empty part, however short its lists are', async (...size) => {
  for (const figures of [
    full,
    small,
    { ...small, alarms: [] },
    { ...full, alarms: full.alarms.slice(0, 2) },
  ]) {
    const screen = await draw(figures, 'zh-CN', size)
    expect(Math.max(...emptyParts())).toBeLessThan(0.04)
    await screen.unmount()
  }
})

test.each([
  [1920, 1080],
  [3840, 2160],
  [1280, 720],
] as const)('a wall of %i x %i has no empty part, with three farms or two houses', async (...size) => {
  for (const figures of [full, three, { ...three, alarms: [] }, small]) {
    const screen = await draw(figures, 'zh-CN', size)
    expect(Math.max(...emptyParts()), `${figures.farms} farms`).toBeLessThan(0.04)
    await screen.unmount()
  }
})

test('each mark of the map says which farm it is and how it stands; those that would overlap only to readers', async () => {
  const marks = () => [...document.querySelectorAll('.wall-map li')]
  const said = (mark: Element) => mark.querySelector('span')?.textContent
  const isShown = (mark: Element) =>
    mark.querySelector('span')?.classList.contains('visually-hidden') === false
  const few = await draw(three, 'en-US', [1920, 1080])
  const state = (i: number) => wordsEn.houseUrgency[three.places[i]?.urgency ?? 'normal']
  expect(marks().map(said).toSorted()).toEqual(
    [`Farm 0${state(0)}`, `Shijiazhuang${state(1)}`, `Farm 2${state(2)}`].toSorted(),
  )
  expect(marks().every(isShown)).toBe(true)
  await few.unmount()
  const many = numbered(20, i => ({
    ...(full.places[0] as DataScreen['places'][number]),
    id: `p${i}`,
    name: `Farm ${i}`,
    longitude: -170 + i * 17,
    urgency: i < 3 ? ('alarm' as const) : ('normal' as const),
  }))
  const crowded = await draw({ ...full, places: many }, 'zh-CN', [1920, 1080])
  expect(marks()).toHaveLength(20)
  for (const mark of marks()) expect(said(mark)).toMatch(/^Farm \d+./)
  expect(marks().filter(isShown).map(said)).toEqual(
    numbered(3, i => `Farm ${i}${wordsZh.houseUrgency.alarm}`),
  )
  await crowded.unmount()
})

test('figures and rows lead to their screens in a new tab; on a wall of its own nothing is a link', async () => {
  const wall = (figures: DataScreen) => <Wall now={{ ...NOTHING, figures, sums, heardAt: NOW }} />
  const linked = (figures: DataScreen) =>
    render(<WallLinks value={path => path !== paths.customers}>{wall(figures)}</WallLinks>)
  const hrefs = (of: Awaited<ReturnType<typeof render>>) =>
    of
      .getByRole('link')
      .elements()
      .map(link => [link.getAttribute('href'), link.getAttribute('target')])
  prefer({ language: 'en-US' })
  await i18next.changeLanguage('en-US')
  const farm = await linked(small)
  expect(hrefs(farm)).toContainEqual([`${paths.alarms}?alarm=a0`, '_blank'])
  expect(hrefs(farm)).toContainEqual([`${paths.houseMonitor}?houseId=r1`, '_blank'])
  await expect
    .element(farm.getByRole('link', { name: 'Houses', exact: true }))
    .toHaveAttribute('target', '_blank')
  await farm.unmount()
  // Who may not see customers is led to none.
  const agent = await linked(full)
  expect(hrefs(agent).filter(([href]) => href?.startsWith(paths.customers))).toEqual([])
  await agent.unmount()
  expect(hrefs(await render(wall(small)))).toEqual([])
})

test('amounts of a day are drawn from nothing to a round number, rates between round ones, all curves to the same height', async () => {
  const screen = await draw(full, 'en-US', [1920, 1080])
  const plots = [...document.querySelectorAll('.wall-curves svg')]
  const said = plots.map(plot =>
    [...plot.querySelectorAll('g text')].map(text => text.textContent?.match(/[\d,.]+/)?.[0]),
  )
  // 91.7 to 93 % laid, 94 % by the standard.
  expect(said[0]).toEqual(['90.0', '92.5', '95.0'])
  expect(said.slice(1).map(([from]) => from)).toEqual(['0', '0'])
  for (const [, , to = ''] of said.slice(1)) expect(to).toMatch(/^[1-9]\d?(,?0)+$/)
  expect(new Set(plots.map(plot => Math.round(plot.getBoundingClientRect().bottom))).size).toBe(1)
  await screen.unmount()
})

test('what flocks differ by from day to day is neither red nor green, a real difference is', async () => {
  for (const [rate, survival, senses] of [
    [-0.2, -0.03, ['neutral', 'neutral']],
    [-3, -2, ['bad', 'bad']],
    [3, 1, ['good', 'good']],
  ] as const) {
    const figures = {
      ...small,
      layingRate: { actual: 93.2, difference: rate },
      survival: { actual: 97.4, difference: survival },
    }
    const screen = await draw(figures, 'en-US', [1920, 1080])
    const said = [...document.querySelectorAll('.wall-says[data-sense]')]
    expect(said.map(each => each.getAttribute('data-sense'))).toEqual(senses)
    await screen.unmount()
  }
})
