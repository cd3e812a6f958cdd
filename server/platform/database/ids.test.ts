import { expect, it, vi } from 'vitest'
import { newId } from './ids.ts'

it('ids are 20 characters, never the same, and later ones sort later, even within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{20}$/)
})

it('ids still sort when the clock goes back', () => {
  const before = newId()
  vi.useFakeTimers({ now: Date.now() - 3_600_000 })
  expect(newId() > before).toBe(true)
  vi.useRealTimers()
})
