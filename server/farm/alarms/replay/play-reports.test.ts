import { expect, test } from 'vitest'
import { playReports } from './play-reports.ts'

const MINUTE = 60_000
const FROM = Date.parse('2026-03-10T00:00:00Z')
const house = {
  name: 'A',
  type: 'broiler' as const,
  placedOn: '2026-03-01',
  hatchedOn: null,
  timeZone: 'UTC',
}
const report = (minute: number, metric: string, value: number) => ({
  at: FROM + minute * MINUTE,
  values: new Map([[metric, value]]),
})

/** Two sensors, each every five minutes, shortly after one another. */
const reports = Array.from({ length: 100 }, (_, i) => [
  report(5 * i, 'Climate/Hum/Avg', 60),
  report(5 * i + 1, 'Air/NH3/S1', 8),
]).flat()
const codes = (minutesOfGap: number) => {
  const late = reports.slice(100).map(({ at, values }) => ({ at: at + minutesOfGap * MINUTE, values }))
  const { alarms } = playReports({ ...house, reports: [...reports.slice(0, 100), ...late] })
  return alarms.map(({ code, level }) => `${code} ${level}`)
}

test('a house is silent after three distances between the reports of a sensor, not sooner', () => {
  expect(codes(0)).toEqual([])
  expect(codes(9)).toEqual([])
  expect(codes(13)).toEqual(['NoData warning'])
  expect(codes(60)).toEqual(['NoData critical'])
})

test('rules of a farm are played in houses of their type', () => {
  const rule = {
    id: '1',
    officePath: '1.',
    farmPath: '1.',
    houseId: null,
    metric: 'Climate/Hum/Avg',
    direction: 'above' as const,
    limit: 50,
    forMinutes: 0,
    forDays: 1,
    level: 'warning' as const,
    receivers: 'nobody' as const,
    ways: [],
    condition: null,
  }
  const rung = (houseType: 'broiler' | 'layer' | null) =>
    playReports({ ...house, reports }, [{ ...rule, houseType }]).alarms.map(({ code }) => code)
  expect(rung(null)).toEqual(['FarmRule.above:Climate/Hum/Avg'])
  expect(rung('broiler')).toEqual(['FarmRule.above:Climate/Hum/Avg'])
  expect(rung('layer')).toEqual([])
})
