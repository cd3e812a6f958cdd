import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { conditions, handlings } from '#shared/alarms.ts'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { severities } from '#shared/signals.ts'
import components from '#web/components/en-US.json' with { type: 'json' }
import type { List } from '#web/components/list/use-list.ts'
import { prefer } from '#web/data/preferences.ts'
import { AlarmGlyph, ConditionSign, HandlingSign } from './alarm-axes.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import texts from './en-US.json' with { type: 'json' }

const alarm: Alarm = {
  id: 'a',
  code: 'HighTemp',
  source: 'controller',
  level: 'critical',
  condition: 'active',
  live: true,
  customer: null,
  iotId: 'd',
  houses: [{ id: 'h', name: 'House 3' }],
  raisedAt: new Date().toISOString(),
  clearedAt: null,
  latchedAt: null,
  endReason: null,
  since: null,
  metric: 'Climate/Temp/Avg',
  value: 31.2,
  valueNow: null,
  doubtNow: null,
  limit: 26.5,
  target: 22,
  repeats: 0,
  flipping: false,
  handling: 'new',
  handledBy: null,
  isUnproven: false,
  isOwed: false,
  handledAt: null,
  cause: null,
  shelf: null,
}
const listOf = (rows: readonly Alarm[]): List<Alarm> => ({
  name: 'alarms',
  rows,
  total: rows.length,
  page: 1,
  size: 20,
  sort: undefined,
  filters: {},
  error: null,
  readAt: 0,
  isLoading: false,
  isFetching: false,
  isOfBefore: false,
  setFilter: () => undefined,
  setPage: () => undefined,
  setSort: () => undefined,
  refetch: () => undefined,
  countOf: async () => 0,
})

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    resources: { 'en-US': { components, alarms: texts } },
  })
  prefer({ language: 'en-US' })
})

describe('the two axes', () => {
  test('condition and handling have separate columns', async () => {
    const screen = await render(
      <AlarmList
        list={listOf([{ ...alarm, condition: 'cleared', handling: 'on_site', handledBy: 'Wang Lei' }])}
        selected={undefined}
        select={() => undefined}
      />,
    )
    const cells = [...screen.container.querySelectorAll('tbody td')].map(cell => cell.textContent)
    expect(cells[0]).toBe('Cleared')
    expect(cells[1]).toContain('On site')
    expect(cells[1]).toContain('Wang Lei')
    expect(cells[1]).not.toContain('Cleared')
  })

  test.each(conditions)('%s has a word and shape of its own', async condition => {
    const screen = await render(<ConditionSign alarm={{ condition, latchedAt: null }} />)
    await expect.element(screen.getByText(texts.conditions[condition])).toBeVisible()
    expect(screen.container.querySelector('svg')).not.toBeNull()
  })

  test('an alarm that only its controller holds is neither active nor cleared to the eye', async () => {
    const latchedAt = '2026-03-04T03:12:00.000Z'
    const screen = await render(<ConditionSign alarm={{ condition: 'active', latchedAt }} />)
    await expect.element(screen.getByText('Held at the controller')).toBeVisible()
    expect(screen.container.querySelectorAll('svg rect')).toHaveLength(2)
    expect(screen.container.textContent).not.toContain(texts.conditions.active)
  })

  test.each(handlings.map((handling, i) => [handling, i === 0 ? 0 : i + 1] as const))(
    '%s fills %i of six bars',
    async (handling, filled) => {
      const screen = await render(<HandlingSign handling={handling} handledBy={null} isUnproven={false} />)
      const bars = [...screen.container.querySelectorAll('.alarm-bars i')]
      expect(bars).toHaveLength(6)
      expect(bars.filter(bar => bar.getAttribute('data-filled') === 'true')).toHaveLength(filled)
    },
  )

  test.each([
    [true, 'Wang Lei · without proof'],
    [false, 'Wang Lei'],
  ])('somebody who only says to be on site is marked (%s)', async (isUnproven, says) => {
    const screen = await render(
      <HandlingSign handling="on_site" handledBy="Wang Lei" isUnproven={isUnproven} />,
    )
    expect(screen.container.querySelector('small')?.textContent).toBe(says)
  })

  test('only an alarm that is active and unseen blinks', async () => {
    const crying = async (change: Partial<Alarm>) => {
      const screen = await render(<AlarmGlyph alarm={{ ...alarm, ...change }} />)
      return screen.container.querySelector('.alarm-glyph')?.getAttribute('data-crying')
    }
    expect(await crying({})).toBe('true')
    expect(await crying({ handling: 'seen' })).toBe('false')
    expect(await crying({ condition: 'cleared' })).toBe('false')
  })
})

test('every level has an icon and a word of its own', async () => {
  const signs = new Set<string>()
  for (const level of severities) {
    const screen = await render(
      <AlarmList list={listOf([{ ...alarm, level }])} selected={undefined} select={() => undefined} />,
    )
    await expect.element(screen.getByText(texts.levels[level])).toBeVisible()
    signs.add(screen.container.querySelector('.alarm-glyph svg')?.innerHTML ?? '')
    await screen.unmount()
  }
  expect(signs.size).toBe(severities.length)
})

test('fan groups that failed together are one line, which unfolds to its alarms', async () => {
  const fault = (n: number): Alarm => ({
    ...alarm,
    id: `f${n}`,
    code: `FanGroupFault${n}`,
    metric: null,
    value: null,
    limit: null,
  })
  const chosen: string[] = []
  const screen = await render(
    <AlarmList
      list={listOf([fault(1), fault(2), fault(3)])}
      selected={undefined}
      select={id => chosen.push(id)}
    />,
  )
  await expect.element(screen.getByRole('button', { name: 'Fan groups 1–3: fault' })).toBeVisible()
  expect(screen.container.querySelectorAll('tbody tr')).toHaveLength(1)
  await screen.getByRole('button', { name: '3 alarms' }).click()
  await screen.getByRole('button', { name: 'Fan group 3 fault' }).click()
  expect(chosen).toEqual(['f3'])
})

test('a list of one house says so, and can be widened again', async () => {
  const changes: object[] = []
  const list = { ...listOf([alarm]), filters: { houseId: 'h' }, setFilter: (to: object) => changes.push(to) }
  const screen = await render(<AlarmFilters list={list} counts={undefined} />)
  await expect.element(screen.getByText('Only House 3')).toBeVisible()
  await screen.getByRole('button', { name: 'Show all houses' }).click()
  expect(changes).toEqual([{ houseId: undefined }])
})

test('whoever may only read the list sees rows that do not look as if they opened', async () => {
  const screen = await render(<AlarmList list={listOf([alarm])} selected={undefined} select={undefined} />)
  await expect.element(screen.getByText('High temperature')).toBeVisible()
  expect(screen.container.querySelectorAll('tbody button')).toHaveLength(0)
})

test('a row shows house, value and limit, and leads to its alarm', async () => {
  const chosen: string[] = []
  const screen = await render(
    <AlarmList list={listOf([alarm])} selected={undefined} select={id => chosen.push(id)} />,
  )
  await expect.element(screen.getByText('House 3 · 31.2\u202f°C, limit 26.5\u202f°C')).toBeVisible()
  await screen.getByRole('button', { name: 'High temperature' }).click()
  expect(chosen).toEqual(['a'])
})

test('while an alarm is active its row shows the value when it was raised and the value now', async () => {
  const rows = [{ ...alarm, valueNow: 41.25 }]
  const screen = await render(<AlarmList list={listOf(rows)} selected={undefined} select={() => undefined} />)
  const says = 'House 3 · 31.2\u202f°C when raised, now 41.3\u202f°C, limit 26.5\u202f°C'
  await expect.element(screen.getByText(says)).toBeVisible()
})

test('a row says since when nothing was heard, and since when a controller had been warning without a connection', async () => {
  const since = new Date(Date.UTC(2026, 10, 20, 2, 14)).toISOString()
  const unmeasured = { ...alarm, since, metric: null, value: null, limit: null }
  const rows = [
    { ...unmeasured, id: 'b', code: 'Offline', source: 'platform' as const },
    { ...unmeasured, id: 'c', code: 'PowerFail' },
  ]
  const screen = await render(<AlarmList list={listOf(rows)} selected={undefined} select={() => undefined} />)
  await expect.element(screen.getByText('House 3 · silent since 02:14')).toBeVisible()
  await expect.element(screen.getByText('House 3 · active since 02:14 while offline')).toBeVisible()
})

test('a row says how often an alarm came back, and that it comes and goes', async () => {
  const screen = await render(
    <AlarmList
      list={listOf([
        { ...alarm, id: 'once', repeats: 1 },
        { ...alarm, id: 'often', repeats: 3 },
        { ...alarm, id: 'flips', repeats: 9, flipping: true },
        { ...alarm, id: 'ended', condition: 'cleared', endReason: 'disabled' },
      ])}
      selected={undefined}
      select={() => undefined}
    />,
  )
  const rows = [...screen.container.querySelectorAll('tbody th small')].map(row => row.textContent)
  expect(rows).toEqual([
    expect.stringMatching(/, came back once$/),
    expect.stringMatching(/, came back 3 times$/),
    expect.stringMatching(/, keeps coming and going, came back 9 times$/),
    expect.stringMatching(/, the device was disabled$/),
  ])
})

test('an empty list says why, and offers to clear the filters', async () => {
  const first = await render(<AlarmList list={listOf([])} selected={undefined} select={() => undefined} />)
  await expect.element(first.getByText('No alarms yet')).toBeVisible()
  const cleared: object[] = []
  const narrowed = {
    ...listOf([]),
    filters: { level: 'info' },
    setFilter: (change: object) => cleared.push(change),
  }
  const second = await render(<AlarmList list={narrowed} selected={undefined} select={() => undefined} />)
  await second.getByRole('button', { name: 'Clear filters' }).click()
  expect(cleared).toEqual([{ level: undefined }])
})
