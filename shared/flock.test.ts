import { expect, test } from 'vitest'
import {
  ageInDays,
  birdsLost,
  daysToPlacement,
  exactAge,
  type FlockDates,
  livability,
  stockingDensity,
} from './flock.ts'

test('stocking density counts the birds alive, in kg only if they were weighed', () => {
  expect(stockingDensity(22_000, 1_400, 2_600).kg).toBeCloseTo(40.9, 1)
  expect(stockingDensity(22_000, 1_400, 2_600).birds).toBeCloseTo(15.7, 1)
  expect(stockingDensity(22_000, 1_400, null).kg).toBeNull()
})

const at = new Date('2026-03-01T04:00:00Z')
const chicks: FlockDates = { type: 'pullet', flockStartedOn: '2026-02-01', flockHatchedOn: null }

test('a flock gets a day older at its house’s midnight, not the server’s', () => {
  expect(ageInDays(chicks, 'Asia/Shanghai', new Date('2026-03-01T15:59:59Z'))).toBe(28)
  expect(ageInDays(chicks, 'Asia/Shanghai', new Date('2026-03-01T16:00:00Z'))).toBe(29)
})

test('the change to summer time neither adds nor loses a day', () => {
  const flock = { ...chicks, flockStartedOn: '2026-03-20' }
  expect(ageInDays(flock, 'Europe/Berlin', new Date('2026-04-10T10:00:00Z'))).toBe(21)
})

test('birds that come grown count their age from the hatch, chicks from their placement', () => {
  const hens: FlockDates = { type: 'layer', flockStartedOn: '2026-02-22', flockHatchedOn: '2025-10-26' }
  expect(ageInDays(hens, 'Asia/Shanghai', at)).toBe(126)
  expect(ageInDays({ ...hens, flockHatchedOn: null }, 'Asia/Shanghai', at)).toBe(7)
  // Broilers taken over from another farm are as old as they are.
  expect(ageInDays({ ...hens, type: 'broiler' }, 'Asia/Shanghai', at)).toBe(126)
})

test('an empty house has no age, and a planned flock has days to go', () => {
  const planned: FlockDates = { type: 'layer', flockStartedOn: '2026-03-05', flockHatchedOn: '2025-11-06' }
  expect(ageInDays(planned, 'Asia/Shanghai', at)).toBeNull()
  expect(daysToPlacement(planned, 'Asia/Shanghai', at)).toBe(4)
  expect(daysToPlacement(chicks, 'Asia/Shanghai', at)).toBeNull()
  expect(daysToPlacement({ ...planned, flockStartedOn: '2026-03-01' }, 'Asia/Shanghai', at)).toBeNull()
  expect(ageInDays({ ...chicks, flockStartedOn: null }, 'Asia/Shanghai', at)).toBeNull()
})

test('sold birds are not losses', () => {
  expect(livability(20_000, birdsLost({ placed: 20_000, sold: 0, alive: 19_500 }))).toBeCloseTo(97.5, 6)
  expect(livability(20_000, birdsLost({ placed: 20_000, sold: 5_000, alive: 14_500 }))).toBeCloseTo(97.5, 6)
  // Birds were moved in.
  expect(birdsLost({ placed: 100, sold: 0, alive: 110 })).toBe(0)
})

test('three quarters of a day have passed at six in the evening by the house’s clock', () => {
  expect(exactAge(chicks, 'Asia/Shanghai', Date.UTC(2026, 1, 28, 10))).toBe(27.75)
  expect(exactAge(chicks, 'Asia/Shanghai', Date.UTC(2026, 1, 28, 16))).toBe(28)
})
