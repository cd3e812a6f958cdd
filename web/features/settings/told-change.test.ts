import { expect, test } from 'vitest'
import { isNews } from './told-change.ts'

const NOW = Date.parse('2026-11-28T03:00:00Z')
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString()

test.each([
  ['under way since yesterday', { state: 'waiting', failure: null, overAt: null }, true],
  ['done just now', { state: 'synced', failure: null, overAt: ago(0.5) }, true],
  ['done an hour ago', { state: 'synced', failure: null, overAt: ago(60) }, false],
  ['refused in the night', { state: 'failed', failure: 'refused', overAt: ago(300) }, true],
  ['in conflict in the night', { state: 'conflict', failure: null, overAt: ago(300) }, true],
  ['refused three weeks ago', { state: 'failed', failure: 'refused', overAt: ago(30_000) }, false],
  ['withdrawn just now', { state: 'failed', failure: 'withdrawn', overAt: ago(0.5) }, false],
] as const)('a change %s', (_, change, isTold) => expect(isNews(change, NOW)).toBe(isTold))
