import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Compared } from '#shared/contracts/comparison.ts'
import { keptBreeds, onStandard } from '#shared/testing/three-flocks.ts'
import { toldCourse } from '#shared/testing/told-flock.ts'
import { prefer } from '#web/data/preferences.ts'
import { ComparisonChart } from './comparison-chart.tsx'
import texts from './en-US.json' with { type: 'json' }

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en-US', resources: { 'en-US': { comparison: texts } } })
  prefer({ language: 'en-US' })
})

/** Flocks on their standards as the server hands them out to be compared. */
const items = (...types: readonly string[]): Compared[] =>
  types.map((type, i) => {
    const kept = keptBreeds.find(each => each.type === type)
    if (!kept) throw new Error(`No breed for ${type}`)
    const course = toldCourse(onStandard(kept, { until: '2026-11-27' }), '2026-11-28')
    const house = { id: `${i}`, name: `House ${i}`, type: kept.type, customer: null }
    return { key: `${i}`, house, course: { ...course, days: type === 'broiler' ? course.days : [] } }
  })

const pointsOf = (container: HTMLElement) =>
  [...container.querySelectorAll('path')].map(each => each.getAttribute('d')?.match(/[ML]/g)?.length ?? 0)

test('broilers are compared day by day: each day of feed and of losses, not each week', async () => {
  const screen = await render(
    <ComparisonChart items={items('broiler', 'broiler')} measure="feed" byClock={false} />,
  )
  await expect.element(screen.getByText('day of age')).toBeVisible()
  // Placed as chicks, and 37 days old yesterday.
  expect(Math.max(...pointsOf(screen.container))).toBeGreaterThanOrEqual(38)
  await screen.unmount()
  const losses = await render(
    <ComparisonChart items={items('broiler', 'broiler')} measure="mortality" byClock={false} />,
  )
  await expect.element(losses.getByRole('img', { name: 'Daily loss' })).toBeVisible()
})

test('with hens among them, and by the calendar, they are compared week by week', async () => {
  const screen = await render(
    <ComparisonChart items={items('broiler', 'layer')} measure="feed" byClock={false} />,
  )
  await expect.element(screen.getByText('week of age')).toBeVisible()
  await screen.unmount()
  const clock = await render(<ComparisonChart items={items('broiler', 'broiler')} measure="feed" byClock />)
  await expect.element(clock.getByText('week from')).toBeVisible()
})
