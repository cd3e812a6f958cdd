import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FlockCourse } from '#shared/contracts/flocks.ts'
import { furtherMeasuresOf, measuresOf } from '#shared/flock-figures/course-measures.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Breed } from '#shared/standards/standards.ts'
import type { RecordedDay } from '#shared/testing/three-flocks.ts'
import { toldCourse } from '#shared/testing/told-flock.ts'
import { daysAfter } from '#shared/zone-time.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import { ScreenContext } from '#web/components/screen-context.tsx'
import { screenAt } from '#web/components/testing/screen.ts'
import { prefer } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { DayTable } from './day-table.tsx'
import texts from './en-US.json' with { type: 'json' }
import { FlockCurve } from './flock-curve.tsx'
import { FlockFigures } from './flock-figures.tsx'
import { CausesCard, DoubtsCard, FinalCard, StandardCard } from './flock-side.tsx'
import { WeekTable } from './week-table.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, flocks: texts } },
  })
  prefer({ language: 'en-US' })
})

const PLACED = '2026-03-02'
interface Told {
  type: HouseType
  breed: Breed
  placedAge: number
  days: number
  males?: number
}

/** A flock of a thousand birds, of which one dies each day; what else a day has by its number from 0. */
function flockOf({ type, breed, placedAge, days, males }: Told, day: (i: number) => Partial<RecordedDay>) {
  const records = Array.from({ length: days }, (_, i) => ({
    day: daysAfter(PLACED, i),
    dead: 1,
    culled: 0,
    feed: 110,
    water: 220,
    ...day(i),
  }))
  return toldCourse(
    {
      type,
      breed,
      placedOn: PLACED,
      hatchedOn: placedAge > 0 ? daysAfter(PLACED, -placedAge) : null,
      placedCount: 1_000,
      ...(males !== undefined && { placedMales: males }),
      placementDay: 0,
      records,
    },
    daysAfter(PLACED, days),
  )
}

const courses = {
  layer: flockOf({ type: 'layer', breed: 'hyline-brown', placedAge: 210, days: 7 }, () => ({
    eggsSound: 900,
    eggWeight: 60,
  })),
  breeder: flockOf({ type: 'breeder', breed: 'ross308-ps', placedAge: 210, days: 7, males: 100 }, i => ({
    eggsHatching: 800,
    eggsSound: 100,
    eggsSet: 1_000,
    eggsFertile: 950,
    chicks: 850,
    deadMales: i < 2 ? 1 : 0,
    culledMales: i === 1 ? 2 : 0,
    feedMales: 12,
    ...(i === 6 && { weightMales: 4_000 }),
  })),
  // Their 36th morning is the last weighing.
  broiler: flockOf({ type: 'broiler', breed: 'ross308', placedAge: 0, days: 36 }, i => ({
    dead: 0,
    feed: 90,
    ...(i > 0 && i % 7 === 0 && { weight: (2_000 * i) / 35, uniformity: 80 }),
  })),
  pullet: flockOf({ type: 'pullet', breed: 'hyline-brown', placedAge: 0, days: 15 }, i => ({
    feed: 20,
    water: 40,
    ...(i === 7 && { weight: 70 }),
    ...(i === 14 && { weight: 140 }),
  })),
} satisfies Record<HouseType, FlockCourse>

/** What each kind of house is looked at by in its last whole week: column and value. */
const weekly: Record<HouseType, readonly (readonly [title: string, value: string])[]> = {
  layer: [
    // 900 eggs of 1,000, 999 … 994 hens; of the 1,000 housed; and 60 g for each egg.
    ['Laying rate %', '90.3'],
    ['Hen-housed rate %', '90.0'],
    ['Egg mass a hen g', '54.2'],
    ['Feed per 10 eggs kg', '1.22'],
    ['Water to feed L/kg', '2.00'],
    ['Weekly loss %', '0.70'],
  ],
  breeder: [
    ['Hatching eggs %', '88.9'],
    ['Fertility %', '95.0'],
    ['Hatch of set %', '85.0'],
    ['Hatch of fertile %', '89.5'],
    ['Weekly loss %', '0.70'],
    ['Water to feed L/kg', '2.00'],
    ['Male weight g', '4,000'],
    ['Males, cum. loss %', '4.00'],
    // 96 males on 993 hens.
    ['Males per 100 hens', '9.7'],
  ],
  broiler: [
    ['Water to feed L/kg', '2.44'],
    ['Weekly loss %', '0.00'],
    ['Daily gain g', '57.1'],
  ],
  pullet: [
    ['Water to feed L/kg', '2.00'],
    // Seven of the 993 that the second week began with.
    ['Weekly loss %', '0.70'],
  ],
}

test.each(Object.entries(weekly) as [HouseType, (typeof weekly)[HouseType]][])(
  '%s: each figure that such birds are looked at by stands in its week',
  async (type, figures) => {
    const course = courses[type]
    const screen = await render(<WeekTable course={course} />)
    await expect.element(screen.getByRole('table')).toBeVisible()
    const titles = [...screen.container.querySelectorAll('thead th')].map(each => each.textContent?.trim())
    // Newest first; of birds grown for meat or lay the last week has only begun.
    const rows = [...screen.container.querySelectorAll('tbody tr')]
    const whole = rows[course.weeks.at(-1)?.days === 7 ? 0 : 1]
    const cells = [...(whole?.children ?? [])].map(each => each.querySelector('strong')?.textContent)
    for (const [title, value] of figures) expect(cells[titles.indexOf(title)], title).toBe(value)
    expect(titles).toHaveLength(1 + measuresOf(course).length + furtherMeasuresOf(course).length)
  },
)

test.each([
  ['layer', 'Egg mass a hen', 'by week of age g'],
  ['layer', 'Feed per 10 eggs', 'by week of age kg'],
  ['breeder', 'Fertility', 'by week of age %'],
  ['breeder', 'Hatch of set', 'by week of age %'],
  ['broiler', 'FCR since last weighing', 'by day of age'],
  ['broiler', 'Daily gain', 'by day of age g'],
  ['pullet', 'Daily gain', 'by week of age g'],
] as const)('%s: %s is drawn over the flock’s life', async (type, name, axis) => {
  await page.viewport(1200, 900)
  const screen = await render(<FlockCurve course={courses[type]} />)
  await screen.getByRole('combobox', { name: 'More figures' }).click()
  await page.getByTitle(name, { exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: `${name} ${axis}` })).toBeVisible()
  await expect.element(screen.getByRole('region', { name })).toBeVisible()
  // Also of a single weighing there is a scale.
  expect(screen.container.innerHTML).not.toContain('NaN')
})

test('broilers: losses are drawn day by day', async () => {
  await page.viewport(1200, 900)
  const screen = await render(<FlockCurve course={courses.broiler} />)
  await screen.getByText('Daily loss', { exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'Daily loss by day of age %' })).toBeVisible()
})

test('broilers: feed conversion of the flock, and adjusted to 2.5 kg', async () => {
  const screen = await render(<FinalCard course={courses.broiler} />)
  // 90 kg on 35 days for 1,000 birds of 2 kg; half a kilogram less is a ninth of a point.
  const row = (name: string | RegExp) => screen.getByRole('row', { name })
  await expect.element(row(/^Feed conversion 1\.575/)).toBeVisible()
  await expect.element(row(/^Feed conversion adjusted to 2\.5\skg 1\.686/)).toBeVisible()
})

test('hens: feed for ten eggs and eggs a hen over the flock; of breeders the males apart', async () => {
  const screen = await render(<FinalCard course={courses.layer} />)
  await expect.element(screen.getByRole('row', { name: /^Feed per 10 eggs kg 1\.22/ })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: /^Livability of males/ })).not.toBeInTheDocument()
  await screen.unmount()
  const breeders = await render(<FinalCard course={courses.breeder} />)
  await expect.element(breeders.getByRole('row', { name: /^Livability of males % 96\.00/ })).toBeVisible()
})

test('males of breeders have their tiles, and their columns day by day', async () => {
  const figures = await render(<FlockFigures course={courses.breeder} />)
  await expect.element(figures.getByRole('heading', { name: /^Male weight/ })).toBeVisible()
  await expect.element(figures.getByRole('heading', { name: /^Males per 100 hens/ })).toBeVisible()
  await figures.unmount()
  const days = await render(
    <ScreenContext value={screenAt('/chicken-batch')}>
      <DayTable course={courses.breeder} />
    </ScreenContext>,
  )
  await expect.element(days.getByRole('table')).toBeVisible()
  const titles = [...days.container.querySelectorAll('thead th')].map(each => each.textContent?.trim())
  const rows = [...days.container.querySelectorAll('tbody tr')].map(row =>
    [...row.children].map(each => each.textContent),
  )
  const column = (title: string) => rows.map(row => row[titles.indexOf(title)])
  expect(column('Males')).toEqual(['96', '96', '96', '96', '96', '96', '99'])
  expect(column('Males lost')).toEqual(['0', '0', '0', '0', '0', '3', '1'])
  // 12 kg a day, of the males that morning.
  expect(column('Male feed g')).toEqual(['125', '125', '125', '125', '125', '121', '120'])
  expect(column('Male weight g')[0]).toBe('4,000')
})

test('causes of losses over the flock, most first, and how many have none', async () => {
  const causes = { named: { heat: 2, legs: 5 }, lost: 10 }
  const screen = await render(<CausesCard course={{ ...courses.broiler, causes }} />)
  await expect.element(screen.getByRole('table')).toBeVisible()
  const rows = [...screen.container.querySelectorAll('tr')].map(row =>
    [...row.children].map(each => each.textContent),
  )
  expect(rows).toEqual([
    ['Legs', '5', '50.0\u202f%'],
    ['Heat', '2', '20.0\u202f%'],
    ['Without a cause', '3', '30.0\u202f%'],
  ])
  await screen.unmount()
  const none = await render(<CausesCard course={{ ...courses.broiler, causes: { named: {}, lost: 10 } }} />)
  expect(none.container.textContent).toBe('')
})

test('a flock without a standard says how it gets one, and leads there who may see standards', async () => {
  const draw = () =>
    render(
      <ScreenContext value={{ ...screenAt('/breeding/batch'), exists: () => true }}>
        <StandardCard breed={undefined} placementDay={0} />
      </ScreenContext>,
    )
  useSession.setState({ user: { kind: 2 } as never, grants: new Set(['chicken_batch:query']) })
  const shown = await draw()
  await expect
    .element(shown.getByText(/compared with nothing.*import the standard of the breeder/))
    .toBeVisible()
  await expect
    .element(shown.getByRole('link', { name: 'Breed standards' }))
    .toHaveAttribute('href', expect.stringMatching(/\?standards=1$/))
  await shown.unmount()
  useSession.setState({ grants: new Set() })
  const stranger = await draw()
  await expect.element(stranger.getByText(/compared with nothing/)).toBeVisible()
  expect(stranger.getByRole('link').elements()).toEqual([])
})

test('a flock says what to check: birds that the controller counts otherwise, and a meter that stands still', async () => {
  const told = { type: 'layer', breed: 'hyline-brown', placedAge: 210, days: 7 } as const
  const still = { ...flockOf(told, i => (i === 6 ? { water: 0 } : {})), counted: 931 }
  const shown = await render(<DoubtsCard course={still} />)
  await expect.element(page.getByText('The controller counts 931. Check which is right.')).toBeVisible()
  await expect.element(page.getByText('Water meter stands still')).toBeVisible()
  await shown.rerender(<DoubtsCard course={{ ...courses.layer, counted: null }} />)
  await expect.element(page.getByText('To check')).not.toBeInTheDocument()
})
