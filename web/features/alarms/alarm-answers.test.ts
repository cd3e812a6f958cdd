import { describe, expect, test } from 'vitest'
import type { AlarmAnswer } from '#shared/alarm-chain.ts'
import { type Handling, handlings } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { answersLeft } from './alarm-answers.ts'

type Asked = Parameters<typeof answersLeft>[0]
type Mine = { answer: AlarmAnswer; isHeld: boolean } | null
const all: AlarmAnswer[] = ['seen', 'going', 'on_site', 'cannot']
const chain = (mine: Mine, isOver = false): AlarmDetail['chain'] => ({
  next: null,
  isOver,
  mine,
  numbers: [],
})
const standing = (more: Partial<Asked>): Asked => ({
  condition: 'active',
  handling: 'new',
  events: [],
  chain: chain(null),
  ...more,
})
const handled: Handling[] = handlings.filter(step => step !== 'solved')

describe('while the chain of an alarm runs', () => {
  test.each(handled)(
    'whoever has said nothing can say everything, though others took it to “%s”',
    handling => {
      expect(answersLeft(standing({ handling }))).toEqual(all)
    },
  )

  test.each([
    [{ answer: 'seen', isHeld: true }, ['going', 'on_site', 'cannot']],
    [{ answer: 'going', isHeld: true }, ['on_site', 'cannot']],
    [{ answer: 'on_site', isHeld: true }, ['going', 'cannot']],
    [{ answer: 'cannot', isHeld: true }, ['going', 'on_site']],
    [{ answer: 'going', isHeld: false }, all],
    [{ answer: 'seen', isHeld: false }, all],
  ] satisfies [Mine, AlarmAnswer[]][])(
    'what somebody said holds until they are rung again: %j',
    (mine, left) => {
      for (const handling of handled)
        expect(answersLeft(standing({ handling, chain: chain(mine) }))).toEqual(left)
    },
  )

  test('nobody is asked once somebody has proven to be there', () => {
    expect(answersLeft(standing({ handling: 'on_site', chain: chain(null, true) }))).toEqual([])
  })
})

test('what is not told along a chain is asked about until its cause is known, and what has passed is only seen', () => {
  const left = (more: Partial<Asked>) => answersLeft(standing({ chain: null, ...more }))
  expect(left({})).toEqual(all)
  expect(left({ handling: 'on_site' })).toEqual(all)
  expect(left({ handling: 'cause_found' })).toEqual([])
  expect(left({ condition: 'cleared' })).toEqual(['seen'])
  expect(left({ condition: 'cleared', handling: 'seen' })).toEqual([])
})
