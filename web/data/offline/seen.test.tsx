import { afterEach, beforeEach, expect, test } from 'vitest'
import { showAnnouncements } from '#web/data/announcements.ts'
import { forgetUser } from '#web/data/last-user.ts'
import { useSession } from '#web/data/session.ts'
import { forgetToken, keepToken } from '#web/data/token.ts'
import { readAheadOfCut, readSeen } from './seen.ts'

const realFetch = globalThis.fetch
const flocks = ['a', 'b', 'c'].map(id => ({ id, houseId: `h${id}`, houseName: `House ${id}` }))

/** Lists three flocks and their sheets, except of those that `fails` names; returns what was asked. */
function serves(fails: Readonly<Record<string, 500 | 'cut'>> = {}): string[] {
  const asked: string[] = []
  globalThis.fetch = async url => {
    const address = String(url)
    const id = /flock-records\/([abc])(?:\?|$)/.exec(address)?.[1]
    asked.push(id ?? 'list')
    const failure = id ? fails[id] : undefined
    if (failure === 'cut') throw new TypeError('no network')
    if (failure) return new Response(JSON.stringify({ code: failure, message: '' }), { status: failure })
    const data = id ? { flockId: id, day: '2026-03-01' } : { items: flocks, total: flocks.length }
    return new Response(JSON.stringify({ code: 0, data, message: '' }))
  }
  return asked
}

beforeEach(async () => {
  await forgetUser()
  showAnnouncements(() => {})
  keepToken('a-token')
  useSession.setState({ user: { id: 'u1' } as never })
})
afterEach(() => {
  globalThis.fetch = realFetch
  useSession.setState({ user: null, grants: new Set() })
  forgetToken()
})

const kept = async () => {
  const seen = await readSeen()
  return { flocks: seen?.flocks.map(({ id }) => id), sheets: Object.keys(seen?.sheets ?? {}).sort() }
}

test('a day that cannot be read takes neither the list nor the days of others away', async () => {
  serves({ b: 500 })
  expect(await readAheadOfCut(), 'answered').toBe(true)
  expect(await kept()).toEqual({ flocks: ['a', 'b', 'c'], sheets: ['a', 'c'] })
})

test('a network that goes while days are read leaves the list, and the rest is read when it is back', async () => {
  const before = serves({ b: 'cut' })
  expect(await readAheadOfCut(), 'answered').toBe(false)
  expect(before).toEqual(['list', 'a', 'b'])
  expect(await kept()).toEqual({ flocks: ['a', 'b', 'c'], sheets: ['a'] })
  const after = serves()
  await readAheadOfCut()
  expect(after).toEqual(['b', 'c'])
  expect(await kept()).toEqual({ flocks: ['a', 'b', 'c'], sheets: ['a', 'b', 'c'] })
})
