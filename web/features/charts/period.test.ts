import { expect, test } from 'vitest'
import { moved, periodOf, searchFor, windowAt, zoomOf } from './period.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.UTC(2026, 10, 20, 12)
const house = { flockStartedOn: '2026-11-01', timeZone: 'Asia/Shanghai' }
const empty = { ...house, flockStartedOn: null }

test('an address without a valid period shows the last 24 hours', () => {
  const wrong: Record<string, string>[] = [{}, { period: 'year' }, { period: 'custom', from: 'x', to: '5' }]
  for (const search of wrong) expect(periodOf(search, house)).toEqual({ preset: '24h' })
  expect(windowAt({ preset: '24h' }, house, NOW)).toEqual({ from: NOW - DAY, to: NOW, isLive: true })
})

test('the flock so far begins at the house’s midnight on its placement day', () => {
  const { from, to } = windowAt({ preset: 'flock' }, house, NOW)
  expect([from, to]).toEqual([Date.UTC(2026, 9, 31, 16), NOW])
  expect(periodOf({ period: 'flock' }, empty)).toEqual({ preset: '24h' })
})

test('a custom period stays where it is, and is live only while it lasts', () => {
  const period = periodOf({ period: 'custom', from: String(NOW - DAY), to: String(NOW + DAY) }, house)
  expect(windowAt(period, house, NOW).isLive).toBe(true)
  expect(windowAt(period, house, NOW + 2 * DAY).isLive).toBe(false)
})

test('a backwards, empty or endless period is rejected', () => {
  expect(zoomOf({ zoom: `${NOW}-${NOW - 1}` })).toBeNull()
  expect(zoomOf({ zoom: `${NOW}-${NOW + 5}` })).toBeNull()
  expect(zoomOf({ zoom: `0-${NOW}` })).toBeNull()
  expect(zoomOf({ zoom: `${NOW}-${NOW + HOUR}` })).toEqual({ from: NOW, to: NOW + HOUR })
})

test('going back and forth returns home: the last day is live again', () => {
  const back = moved(windowAt({ preset: '24h' }, house, NOW), -1, NOW)
  expect(back).toEqual({ from: NOW - 2 * DAY, to: NOW - DAY })
  expect(moved(windowAt(back, house, NOW), 1, NOW)).toEqual({ preset: '24h' })
  const odd = windowAt({ from: NOW - 5 * HOUR, to: NOW - 2 * HOUR }, house, NOW)
  expect(moved(odd, 1, NOW)).toEqual({ from: NOW - 3 * HOUR, to: NOW })
})

test('the address of a period keeps nothing of the one before', () => {
  expect(searchFor({ preset: '7d' })).toEqual({
    period: '7d',
    from: undefined,
    to: undefined,
    zoom: undefined,
  })
})
