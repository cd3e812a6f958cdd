import { expect, test } from 'vitest'
import type { RecordSheet } from '#shared/contracts/flock-records.ts'
import {
  nextOf,
  type Queue,
  type WaitingRecord,
  waitingOf,
  withoutDay,
  withRecord,
  withSent,
  withStopped,
  withTried,
  withWithdrawal,
} from './record-queue.ts'

const record = (flockId: string, day: string, at: number, note = ''): WaitingRecord => ({
  flockId,
  houseName: `House of ${flockId}`,
  told: { day, note },
  at,
})
const refused = { is: 'refused', why: 'no', fields: { dead: 'too many' } } as const
const notesOf = (queue: Queue) => queue.map(({ told }) => told.note)

test('records wait in the order they were entered, and a day entered again keeps its place', () => {
  const first = withRecord(
    withRecord([], record('a', '2026-01-01', 1, 'one')),
    record('b', '2026-01-01', 2, 'two'),
  )
  const anew = withRecord(first, record('a', '2026-01-01', 3, 'anew'))
  expect(notesOf(anew)).toEqual(['anew', 'two'])
  expect(nextOf(anew)?.told.note).toBe('anew')
  expect(waitingOf(anew, 'b', '2026-01-01')?.told.note).toBe('two')
  expect(waitingOf(anew, 'b', '2026-01-02')).toBeUndefined()
})

test('a sent record stops waiting; what was entered of its day meanwhile is a change of it', () => {
  const sent = record('a', '2026-01-01', 1)
  expect(withSent([sent], sent, 1)).toEqual([])
  const later = record('a', '2026-01-01', 2, 'later')
  const [left] = withSent([later], sent, 7)
  expect(left).toEqual({ ...later, told: { ...later.told, version: 7 } })
})

test('a record the server refuses waits for a person, and the others go on', () => {
  const [bad, good] = [record('a', '2026-01-01', 1), record('b', '2026-01-01', 2)]
  const queue = withStopped([bad, good], bad, refused)
  expect(queue[0]).toEqual({ ...bad, stopped: refused })
  expect(nextOf(queue)).toEqual(good)
  expect(nextOf(withoutDay(queue, 'b', '2026-01-01'))).toBeNull()
  // Corrected, it is tried again.
  expect(nextOf(withRecord(queue, record('a', '2026-01-01', 3, 'mended')))?.told.note).toBe('mended')
})

test('a record the server cannot take just now does not hold up the others', () => {
  const [bad, good] = [record('a', '2026-01-01', 1), record('b', '2026-01-01', 2)]
  expect(nextOf([bad, good], new Set([1]))).toEqual(good)
  expect(nextOf([bad, good], new Set([1, 2]))).toBeNull()
})

test('a refusal concerns the version that was tried, not one entered meanwhile', () => {
  const later = record('a', '2026-01-01', 2, 'later')
  expect(withStopped([later], record('a', '2026-01-01', 1), refused)).toEqual([later])
})

test('a record sent without an answer is named by the next record of its day, and by no other', () => {
  const first = record('a', '2026-01-01', 1, 'first')
  const untried = withRecord([first], record('a', '2026-01-01', 2, 'second'))
  expect(untried[0]?.told.earlier).toEqual([])
  const tried = withTried([first, record('b', '2026-01-01', 3)], first)
  expect(tried.map(({ isTried }) => isTried)).toEqual([true, undefined])
  const [second] = withRecord(tried, record('a', '2026-01-01', 4, 'second'))
  expect(second?.told).toEqual({ day: '2026-01-01', note: 'second', earlier: [{ note: 'first' }] })
  const third = second && withRecord(withTried([second], second), record('a', '2026-01-01', 5, 'third'))
  expect(third?.[0]?.told.earlier).toEqual([{ note: 'first' }, { note: 'second' }])
})

test('medicine that waits to be sent already forbids selling on the days after it, of its own flock', () => {
  const told = {
    day: '2026-06-10',
    treatments: [{ kind: 'medicine' as const, name: 'Tylosin', withdrawalDays: 2, eggWithdrawalDays: 5 }],
  }
  const queue = [{ ...record('a', '2026-06-10', 1), told }]
  const on = (
    day: string,
    flockId = 'a',
    withdrawal: RecordSheet['withdrawal'] = { meat: null, eggs: null },
  ) => withWithdrawal({ flockId, day, withdrawal } as RecordSheet, queue).withdrawal
  expect(on('2026-06-09')).toEqual({ meat: null, eggs: null })
  expect(on('2026-06-11')).toEqual({ meat: '2026-06-12', eggs: '2026-06-15' })
  expect(on('2026-06-13')).toEqual({ meat: null, eggs: '2026-06-15' })
  expect(on('2026-06-11', 'b')).toEqual({ meat: null, eggs: null })
  expect(on('2026-06-11', 'a', { meat: '2026-06-20', eggs: null })).toEqual({
    meat: '2026-06-20',
    eggs: '2026-06-15',
  })
})
