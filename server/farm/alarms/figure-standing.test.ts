import { expect, test } from 'vitest'
import { ledgerOf, type ToldDay } from '#shared/flock-figures/ledger.ts'
import { type RecordNumber, recordNumberNames } from '#shared/flocks.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { type FigureRule, figureAlarms, standingOfFigure } from './figure-standing.ts'

const PLACED = '2026-10-01'
const nothing = Object.fromEntries(recordNumberNames.map(name => [name, null])) as Record<RecordNumber, null>
/** A flock of 10,000 with these records, one a day from its first on; a day without one is null. */
const flock = (records: readonly (Partial<Record<RecordNumber, number>> | null)[]) => ({
  breed: 'ross308',
  days: ledgerOf(
    { dayZero: PLACED, placedOn: PLACED, placedCount: 10_000, soldUndated: 0 },
    records.flatMap((facts, i): ToldDay[] =>
      facts ? [{ ...nothing, ...facts, day: daysAfter(PLACED, i) }] : [],
    ),
  ),
})
const today = (records: readonly unknown[]) => daysAfter(PLACED, records.length - 1)
const later = daysAfter(PLACED, 60)

const losses = (forDays: number): FigureRule => ({
  metric: 'Flock/Losses',
  direction: 'above',
  limit: 0.2,
  forDays,
})

test('losses of the day ring after so many recorded days in a row, and end with a good one', () => {
  const records = [{ dead: 30 }, { dead: 5 }, { dead: 30 }, null, { dead: 31 }, { dead: 20 }, { dead: 10 }]
  const days = figureAlarms(losses(2), flock(records), later)
  expect(days).toMatchObject([
    { since: daysAfter(PLACED, 2), day: daysAfter(PLACED, 4), endedOn: daysAfter(PLACED, 6) },
  ])
  expect(days[0]?.value).toBeCloseTo(0.312, 3)
  expect(figureAlarms(losses(1), flock(records), later)).toHaveLength(2)
  expect(standingOfFigure(losses(1), flock(records), later)).toBeNull()
})

test('of today only too much is certain: more may still be added', () => {
  const records = [
    { dead: 1, water: 800, feed: 400 },
    { dead: 30, water: 200, feed: 300 },
  ]
  const now = today(records)
  expect(standingOfFigure(losses(1), flock(records), now)).toMatchObject({ day: now })
  const water: FigureRule = { metric: 'Flock/Water', direction: 'below', limit: 50, forDays: 1 }
  expect(standingOfFigure(water, flock(records), now)).toBeNull()
  expect(standingOfFigure(water, flock(records), daysAfter(now, 1))).toMatchObject({ day: now })
  const ratio: FigureRule = { metric: 'Flock/WaterToFeed', direction: 'below', limit: 1, forDays: 1 }
  expect(standingOfFigure(ratio, flock(records), now)).toBeNull()
  // Today's two dead so far do not say that the bad day is over.
  const bad = [{ dead: 30 }, { dead: 2 }]
  expect(standingOfFigure(losses(1), flock(bad), today(bad))).toMatchObject({ day: PLACED })
})

test.each<
  [FigureRule['metric'], FigureRule['direction'], number, Partial<Record<RecordNumber, number>>[], number]
>([
  ['Flock/DailyGain', 'below', 50, [{ weight: 300 }, {}, { weight: 380 }], 40],
  ['Flock/WeightToStandard', 'below', 90, [{ weight: 30 }], 68],
  ['Flock/Uniformity', 'below', 80, [{ uniformity: 71 }], 71],
  ['Flock/Feed', 'above', 10, [{ feed: 120 }], 12],
  ['Flock/LayingRate', 'below', 90, [{ eggsSound: 8_000 }], 80],
  ['Flock/EggWeight', 'above', 60, [{ eggWeight: 62 }], 62],
])('%s %s %d', (metric, direction, limit, records, value) => {
  const alarm = standingOfFigure({ metric, direction, limit, forDays: 1 }, flock(records), later)
  expect(alarm?.value).toBeCloseTo(value, 0)
})
