import { expect, test } from 'vitest'
import type { AlarmMark } from '#shared/contracts/houses.ts'
import { clustersOf, marksOf } from './marks.ts'

const HOUR = 3_600_000
const shown = { from: 0, to: 100 * HOUR, isLive: false }
const alarm = (hours: number, level: AlarmMark['level'] = 'warning'): AlarmMark => ({
  id: `${hours}`,
  code: 'HighTemp',
  level,
  condition: 'cleared',
  handling: 'new',
  clearedAt: null,
  raisedAt: new Date(hours * HOUR).toISOString(),
})

test('an alarm stands where it began, or at the edge if it began before the window', () => {
  const before = { ...alarm(0), raisedAt: new Date(-5 * HOUR).toISOString() }
  expect(marksOf([alarm(50), before], shown).map(({ place }) => place)).toEqual([0, 0.5])
  expect(marksOf([alarm(150)], shown)).toEqual([])
})

test('alarms at nearly the same time are one mark with the icon of the gravest', () => {
  const [mark, ...more] = marksOf([alarm(50), alarm(51, 'critical')], shown)
  expect(more).toEqual([])
  expect(mark).toMatchObject({ isGrave: true })
  expect(mark?.alarms.map(({ level }) => level)).toEqual(['critical', 'warning'])
})

test('events at nearly the same time are one mark, and events after the window have none', () => {
  const began = (hours: number) => hours * HOUR
  expect(clustersOf([90, 50, 51, 150], began, shown)).toEqual([
    { place: 0.5, items: [50, 51] },
    { place: 0.9, items: [90] },
  ])
})
