import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { DataScreen } from '#shared/contracts/data-screen.ts'
import { urgencies } from '#shared/house-urgency.ts'
import type { Language } from '#shared/text.ts'
import wordsEn from '#web/components/en-US.json' with { type: 'json' }
import wordsZh from '#web/components/zh-CN.json' with { type: 'json' }
import { prefer } from '#web/data/preferences.ts'
import english from './en-US.json' with { type: 'json' }
import { Wall } from './wall.tsx'
import { NOTHING } from './wall-line.ts'
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
  places: full.places.slice(0, 1),
  alarms: full.alarms.slice(0, 1).map(alarm => ({ ...alarm, farm: null })),
  ranking: full.ranking.slice(0, 2),
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
