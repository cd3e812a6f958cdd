import { expect, test } from 'vitest'
import type { Sample } from './sample.ts'
import { sampleLog } from './sample-log.ts'

const sample = (at: number, delivered = false): Sample => ({
  device: 0,
  at,
  clockOff: 0,
  metrics: [],
  values: new Float64Array(),
  delivered,
})

test('hands out undelivered samples once, oldest first, and again after a lost connection', () => {
  const log = sampleLog(10, 10)
  for (let at = 1; at <= 3; at++) log.add(sample(at, at === 2))
  expect([log.nextUndelivered()?.at, log.nextUndelivered()?.at, log.nextUndelivered()]).toEqual([
    1,
    3,
    undefined,
  ])
  log.recall()
  expect(log.nextUndelivered()?.at).toBe(1)
  expect(log.waiting()).toBe(2)
})

test('hands out the newest day first, then what is older, and what is added meanwhile before that', () => {
  const log = sampleLog(1000, 1000)
  for (let hour = 0; hour <= 72; hour++) log.add(sample(hour * 3_600_000))
  const hours = (count: number) =>
    Array.from({ length: count }, () => Math.round((log.nextUndelivered()?.at ?? Number.NaN) / 3_600_000))
  expect(hours(24)).toEqual(Array.from({ length: 24 }, (_, i) => 49 + i))
  expect(hours(2)).toEqual([0, 1])
  log.add(sample(73 * 3_600_000))
  expect(hours(2)).toEqual([73, 2])
  log.recall()
  expect(hours(1)).toEqual([50])
})

test('keeps the last few delivered ones, and many more while they wait', () => {
  const log = sampleLog(3, 6)
  for (let at = 1; at <= 8; at++) log.add(sample(at))
  expect(log.waiting()).toBe(6)
  expect(log.nextUndelivered()?.at).toBe(3)
  for (let next = log.nextUndelivered(); next; next = log.nextUndelivered()) next.delivered = true
  log.recall()
  const oldest = log.nextUndelivered()
  if (oldest) oldest.delivered = true
  log.add(sample(9))
  expect(log.askAgain(0, 100)).toBe(3)
  expect(log.nextUndelivered()?.at).toBe(7)
})

test('forgets nothing and repeats nothing over a hundred thousand samples', () => {
  const log = sampleLog(100, 1000)
  const seen: number[] = []
  for (let at = 0; at < 100_000; at++) {
    log.add(sample(at))
    const next = log.nextUndelivered()
    if (!next) continue
    next.delivered = true
    seen.push(next.at)
  }
  expect(seen).toHaveLength(100_000)
  expect(seen.every((at, i) => at === i)).toBe(true)
})

test('a range requested again contains only its samples', () => {
  const log = sampleLog(10, 10)
  for (let at = 1; at <= 5; at++) log.add(sample(at, true))
  expect(log.askAgain(2, 3)).toBe(2)
  expect([log.nextUndelivered()?.at, log.nextUndelivered()?.at, log.nextUndelivered()]).toEqual([
    2,
    3,
    undefined,
  ])
  expect(log.askAgain(20, 30)).toBe(0)
})
