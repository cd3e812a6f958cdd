import { expect, test } from 'vitest'
import type { FoldedNotice } from '#shared/contracts/notices.ts'
import { earlierIn, groupNotices, titleOf } from './notice-groups.ts'

const told = (group: number, change: Partial<FoldedNotice> = {}): FoldedNotice => ({
  id: `n${group}`,
  title: `House 3: Fan group ${group} fault`,
  level: 'critical',
  readAt: null,
  isMuted: false,
  count: 1,
  unread: 1,
  messageType: 'device_alarm',
  businessType: 'alarm',
  subjectId: `a${group}`,
  places: null,
  createdAt: '2026-11-20T12:00:00Z',
  alarm: {
    code: `FanGroupFault${group}`,
    houses: ['House 3'],
    isCleared: false,
    raisedAt: '2026-11-20T12:00:00Z',
  },
  ...change,
})
const titles = (rows: FoldedNotice[]) => groupNotices(rows).map(group => titleOf(group, 'en-US'))

test('fan groups of a house that failed together are one line', () => {
  expect(titles([told(1), told(2), told(3)])).toEqual(['House 3: Fan groups 1–3: fault'])
  expect(titleOf(groupNotices([told(1), told(2)])[0] ?? [told(1)], 'zh-CN')).toBe('House 3：风机组 1–2 故障')
})

test('a fan group told of twice is one fan group', () =>
  expect(titles([told(3), told(3, { id: 'again' })])).toEqual(['House 3: Fan group 3 fault']))

test('read messages do not hide unread ones, and a single message keeps its own words', () =>
  expect(titles([told(1), told(2, { readAt: '2026-11-20T12:05:00Z' })])).toEqual([
    'House 3: Fan group 1 fault',
    'House 3: Fan group 2 fault',
  ]))

test('messages about anything else stand alone', () =>
  expect(titles([told(1, { alarm: null, title: 'A' }), told(2, { alarm: null, title: 'B' })])).toEqual([
    'A',
    'B',
  ]))

test('a line counts the earlier messages of everything it names', () => {
  const [group] = groupNotices([told(1, { count: 3 }), told(2)])
  expect(group && earlierIn(group)).toBe(2)
})
