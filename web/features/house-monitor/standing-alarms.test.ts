import { expect, test } from 'vitest'
import type { Alarm } from '#shared/contracts/alarms.ts'
import { canSee, groupStanding, isUnseen, standingAlarms } from './standing-alarms.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const aRow = (change: Partial<Alarm>): Alarm => ({
  id: 'a',
  iotId: 'd',
  code: 'HighTemp',
  source: 'controller',
  level: 'critical',
  houses: [],
  condition: 'active',
  raisedAt: '2026-11-20T12:00:00Z',
  clearedAt: null,
  latchedAt: null,
  endReason: null,
  since: null,
  metric: 'Climate/Temp/Avg',
  value: 31,
  valueNow: 33,
  doubtNow: null,
  limit: 26.5,
  target: 22.5,
  repeats: 0,
  flipping: false,
  live: true,
  handling: 'new',
  handledBy: null,
  isUnproven: false,
  isOwed: false,
  handledAt: null,
  cause: null,
  shelf: null,
  customer: null,
  ...change,
})
const hot = { code: 'HighTemp', level: 'critical', iotId: 'd', at: NOON + 500 } as const
const codes = (alarms: ReturnType<typeof standingAlarms>) => alarms.map(({ code }) => code)

test('without rows an alarm is active since the controller reported it', () => {
  expect(standingAlarms([hot], [])).toEqual([
    { code: 'HighTemp', level: 'critical', iotId: 'd', since: NOON + 500, row: null },
  ])
})

test('a row gives the start, and keeps it when the controller reports again after a restart', () => {
  const [alarm] = standingAlarms([{ ...hot, at: NOON + 3_600_000 }], [aRow({})])
  expect(alarm).toMatchObject({ since: NOON, row: { value: 31, limit: 26.5 } })
})

test('an alarm no longer active is gone, whatever the row still says', () => {
  expect(standingAlarms([], [aRow({})])).toEqual([])
})

test('an alarm from two controllers is a line for each, with its own row', () => {
  const shown = standingAlarms(
    [hot, { ...hot, iotId: 'e' }],
    [aRow({}), aRow({ id: 'b', iotId: 'e', value: 35 })],
  )
  expect(shown.map(({ iotId, row }) => [iotId, row?.id, row?.value])).toEqual([
    ['d', 'a', 31],
    ['e', 'b', 35],
  ])
})

test('the worst comes first, the newest among equals', () => {
  const reported = [
    { code: 'SiloLow', level: 'warning', iotId: 'd', at: NOON },
    { code: 'HighTemp', level: 'critical', iotId: 'd', at: NOON },
    { code: 'PowerFail', level: 'emergency', iotId: 'd', at: NOON - 5_000 },
    { code: 'HighCO2', level: 'critical', iotId: 'd', at: NOON + 5_000 },
  ] as const
  expect(codes(standingAlarms(reported, []))).toEqual(['PowerFail', 'HighCO2', 'HighTemp', 'SiloLow'])
})

test('unseen alarms come before seen ones', () => {
  const reported = [hot, { code: 'PowerFail', level: 'emergency', iotId: 'd', at: NOON }] as const
  const seen = aRow({ id: 'p', code: 'PowerFail', level: 'emergency', handling: 'seen' })
  expect(codes(standingAlarms(reported, [aRow({}), seen]))).toEqual(['HighTemp', 'PowerFail'])
})

test('fan groups of a controller that failed together are one line', () => {
  const fault = (n: number, iotId = 'd') =>
    ({ code: `FanGroupFault${n}`, level: 'critical', iotId, at: NOON }) as const
  const groups = groupStanding(standingAlarms([fault(1), hot, fault(2), fault(1, 'e')], []))
  expect(groups.map(codes)).toEqual([['HighTemp'], ['FanGroupFault1', 'FanGroupFault2'], ['FanGroupFault1']])
})

test('only what nobody has seen is unseen', () => {
  expect(standingAlarms([hot], [aRow({ handling: 'seen' })]).map(isUnseen)).toEqual([false])
  expect(standingAlarms([hot], [aRow({})]).map(isUnseen)).toEqual([true])
})

test('whoever is told along its chain can say that they have seen it, though another has', () => {
  const seen = (more: Parameters<typeof aRow>[0]) => standingAlarms([hot], [aRow(more)]).map(canSee)
  expect(seen({})).toEqual([true])
  expect(seen({ handling: 'seen' })).toEqual([false])
  expect(seen({ handling: 'seen', isOwed: true })).toEqual([true])
  expect(standingAlarms([hot], []).map(canSee)).toEqual([false])
})
