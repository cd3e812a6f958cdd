import { describe, expect, test } from 'vitest'
import { behind, bodyOf, claimed, readWaiting, shownOf, withChoices, without } from './waiting-choices.ts'

const none = readWaiting(null)
const view = { order: [], shown: {}, height: 'roomy' as const }

test('storage is read piece by piece, and anything malformed counts as nothing waiting', () => {
  for (const odd of [
    null,
    5,
    'x',
    [],
    { named: 'x' },
    { named: { theme: 5 } },
    { named: { theme: { at: 1 } } },
  ])
    expect(readWaiting(odd)).toEqual(none)
  const kept = { of: 'wang', by: 'wang', named: { theme: { value: 'light', at: 5 } } }
  expect(readWaiting(kept)).toEqual(kept)
})

test('a choice is sent with its age, only the last of each kind', () => {
  const twice = withChoices(
    withChoices(none, 'wang', { theme: 'light' }, 1_000),
    'wang',
    { theme: 'dark' },
    3_000,
  )
  const waiting = withChoices(twice, 'wang', { 'list:/admin/auth/devices': view }, 4_000)
  expect(bodyOf(waiting, 5_000)).toEqual({
    theme: { value: 'dark', ago: 2_000 },
    lists: { '/admin/auth/devices': { value: view, ago: 1_000 } },
  })
  expect(bodyOf(none, 5_000)).toBeNull()
})

test('when the clock was set back a choice counts as new, never as from the future', () =>
  expect(bodyOf(withChoices(none, 'wang', { theme: 'dark' }, 9_000), 5_000)).toMatchObject({
    theme: { ago: 0 },
  }))

test('what is chosen again while being sent stays waiting', () => {
  const sent = withChoices(none, 'wang', { theme: 'light', colour: 'rose' }, 1_000)
  const meanwhile = withChoices(sent, 'wang', { theme: 'dark' }, 2_000)
  expect(without(meanwhile, sent).named).toEqual({ theme: { value: 'dark', at: 2_000 } })
})

describe('signing in', () => {
  test('a choice made on the login page gives way to what the server keeps', () => {
    const chosen = withChoices(none, null, { theme: 'light', language: 'zh-CN' }, 1_000)
    const { waiting, givesWay } = claimed(chosen, 'wang')
    expect(givesWay).toBe(true)
    expect(behind(waiting, { theme: 'dark', lists: {} }).named).toEqual({
      language: { value: 'zh-CN', at: 1_000 },
    })
  })

  test('what the same user chose offline is still theirs to send', () => {
    const { waiting, givesWay, startsAnew } = claimed(
      { ...withChoices(none, 'wang', { theme: 'light' }, 1_000), of: 'wang' },
      'wang',
    )
    expect([givesWay, startsAnew]).toEqual([false, false])
    expect(bodyOf(waiting, 1_000)).toMatchObject({ theme: { value: 'light' } })
  })

  test('what somebody else left is neither sent in one’s own name nor shown', () => {
    const left = { ...withChoices(none, 'wang', { theme: 'light' }, 1_000), of: 'wang' }
    const { waiting, startsAnew } = claimed(left, 'lee')
    expect(startsAnew).toBe(true)
    expect(bodyOf(waiting, 1_000)).toBeNull()
  })
})

test('an answer does not undo later choices', () => {
  const waiting = withChoices(none, 'wang', { colour: 'rose', 'list:/a': view }, 1_000)
  const kept = { theme: 'dark', colour: 'cyan', lists: { '/a': { ...view, height: 'compact' }, '/b': view } }
  expect(shownOf(kept as never, waiting)).toEqual({ theme: 'dark', lists: { '/b': view } })
})
