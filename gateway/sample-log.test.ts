import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDisk } from './disk.ts'
import { openSampleLog, type SampleLog } from './sample-log.ts'

let folder: string
let said: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'smart-farm-samples-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const START = Date.UTC(2026, 0, 1)
const open = (more: object = {}): SampleLog =>
  openSampleLog({
    folder,
    hours: 72,
    megabytes: 500,
    disk: openDisk(text => said.push(text)),
    say: text => said.push(text),
    ...more,
  })
const sample = (i: number, text = '') => ({
  at: START + i * 1000,
  device: 'C-1',
  values: { 'One/Value': i, text },
})
const numbers = (found: { sample: { values: object } }[]) =>
  found.map(({ sample }) => (sample.values as Record<string, unknown>)['One/Value'])

test('hands out what is not delivered, oldest first and once, and again after a loss', () => {
  const log = open()
  const first = [1, 2, 3].map(i => log.add(sample(i)))
  expect(numbers(log.next(2))).toEqual([1, 2])
  expect(numbers(log.next(2))).toEqual([3])
  log.delivered(first[1] as number)
  log.recall()
  expect(numbers(log.next(9))).toEqual([1, 3])
  expect(log.figures()).toEqual({ waiting: 2, lost: 0 })
})

test('knows after a cut of power what was written, without the line that was cut', () => {
  const log = open()
  for (const i of [1, 2, 3]) log.add(sample(i))
  const [file = ''] = readdirSync(folder).filter(name => name.endsWith('.log'))
  appendFileSync(join(folder, file), '{"at":17')
  const later = open()
  later.add(sample(4))
  expect(numbers(later.next(9))).toEqual([1, 2, 3, 4])
  expect(numbers(open().next(9))).toEqual([1, 2, 3, 4])
})

test('forgets nothing that was not delivered, and sends nothing twice that a note says is', () => {
  const log = open()
  const all = Array.from({ length: 100 }, (_, i) => log.add(sample(i)))
  for (const number of all.slice(0, 60)) log.delivered(number)
  log.close()
  const found = numbers(open().next(100))
  expect(found).toEqual(Array.from({ length: 40 }, (_, i) => i + 60))
})

test('gives up the oldest when it is full, and says how much of it was never sent', () => {
  const log = open({ megabytes: 3 })
  const long = 'x'.repeat(10_000)
  for (let i = 0; i < 500; i++) log.add(sample(i, long))
  const { waiting, lost } = log.figures()
  expect(waiting + lost).toBe(500)
  expect(lost).toBeGreaterThan(150)
  expect(said.join()).toContain('the memory is full')
  expect(numbers(log.next(1))).toEqual([lost])
})

test('keeps no longer than it is told', () => {
  const log = open({ hours: 2 })
  for (let hour = 0; hour < 6; hour++) log.add(sample(hour * 3600 + hour))
  expect(log.figures().lost).toBeGreaterThan(0)
  expect(numbers(log.next(9)).at(-1)).toBe(5 * 3600 + 5)
})

test('hands out a span once more when it is asked for, delivered or not', () => {
  const log = open()
  for (let i = 0; i < 10; i++) log.delivered(log.add(sample(i)))
  expect(log.next(9)).toEqual([])
  log.askAgain(START + 3000, START + 5000)
  expect(numbers(log.next(2))).toEqual([3, 4])
  expect(numbers(log.next(9))).toEqual([5])
  expect(log.next(9)).toEqual([])
})

test('puts right the times of what was written down by a clock that was never set, and keeps it', () => {
  const WRONG = START - Date.UTC(2026, 0, 1)
  const log = open({ hours: 2 })
  const first = log.end()
  for (let i = 0; i < 3; i++) log.add({ ...sample(i), at: WRONG + i * 1000 })
  log.correct(first, START - WRONG)
  log.add(sample(3))
  const all = [0, 1, 2, 3].map(i => START + i * 1000)
  expect(log.next(9).map(({ sample: { at } }) => at)).toEqual(all)
  log.close()
  const later = open({ hours: 2 })
  later.add(sample(4))
  expect(later.figures().lost).toBe(0)
  expect(later.next(4).map(({ sample: { at } }) => at)).toEqual(all)
  later.askAgain(START + 1000, START + 2000)
  later.next(1)
  expect(numbers(later.next(9))).toEqual([1, 2])
})

test('says between its files that it is still at work, so that a watchdog does not end a long start', () => {
  for (let i = 0; i < 3; i++) {
    const log = open()
    log.add(sample(i))
    log.close()
  }
  let steps = 0
  open({ isAtWork: () => steps++ })
  expect(steps).toBe(3)
})
