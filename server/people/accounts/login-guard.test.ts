import { expect, test } from 'vitest'
import { type Attempt, BLOCK_AFTER, BLOCK_MS, loginGuard } from './login-guard.ts'

const stranger: Attempt = { account: 'zhang', address: '203.0.113.7', isKnown: false }
const owner: Attempt = { account: 'zhang', address: '198.51.100.2', isKnown: true }

function guardWithClock() {
  const clock = { now: 1_000_000 }
  return { guard: loginGuard(() => clock.now), clock }
}
/** Tries as fast as the guard allows, `times` times; returns the seconds waited before each try. */
function guess({ guard, clock }: ReturnType<typeof guardWithClock>, attempt: Attempt, times: number) {
  return Array.from({ length: times }, () => {
    let waited = 0
    for (let wait = guard.enter(attempt); wait > 0; wait = guard.enter(attempt)) {
      waited += wait
      clock.now += wait * 1_000
    }
    return waited
  })
}

test('a farmer who mistypes three times is not held up', () => {
  expect(guess(guardWithClock(), stranger, 4)).toEqual([0, 0, 0, 0])
})

test('further tries wait longer and longer', () => {
  expect(guess(guardWithClock(), stranger, 8)).toEqual([0, 0, 0, 0, 1, 2, 4, 8])
})

test('ten failures of one address with one account block the pair for fifteen minutes', () => {
  const guarded = guardWithClock()
  guess(guarded, stranger, BLOCK_AFTER)
  expect(guarded.guard.enter(stranger)).toBe(BLOCK_MS / 1_000)
  guarded.clock.now += BLOCK_MS
  expect(guarded.guard.enter(stranger)).toBe(0)
})

test('guessing from many addresses slows down the account to one try in thirty seconds', () => {
  const guarded = guardWithClock()
  const waits = Array.from({ length: 20 }, (_, n) =>
    guess(guarded, { ...stranger, address: `203.0.113.${n}` }, 1),
  ).flat()
  expect(waits.at(-1)).toBe(30)
})

test('an address that guesses many accounts is slowed down', () => {
  const guarded = guardWithClock()
  const waits = Array.from({ length: 25 }, (_, n) =>
    guess(guarded, { ...stranger, account: `a${n}` }, 1),
  ).flat()
  expect(waits.at(-1)).toBe(30)
})

test('the failures of others do not hold up an address that signed in before', () => {
  const guarded = guardWithClock()
  for (let n = 0; n < 20; n++) guess(guarded, { ...stranger, address: `203.0.113.${n}` }, 1)
  expect(guarded.guard.enter(owner)).toBe(0)
})

test('tries at the same moment count before any of them is answered', () => {
  const { guard } = guardWithClock()
  const letIn = Array.from({ length: 50 }, () => guard.enter(stranger)).filter(wait => wait === 0)
  expect(letIn).toHaveLength(4)
})

test('signing in forgives one’s own mistakes but not those of others', () => {
  const guarded = guardWithClock()
  for (let n = 0; n < 12; n++) guess(guarded, { ...stranger, address: `203.0.113.${n}` }, 1)
  guarded.guard.enter(owner)
  guarded.guard.succeeded(owner)
  expect(guarded.guard.enter(owner)).toBe(0)
  expect(guarded.guard.enter({ ...stranger, address: '203.0.113.99' })).toBeGreaterThan(0)
})

test('made-up accounts do not push out the tally of an account under attack', () => {
  const guarded = guardWithClock()
  guess(guarded, stranger, 9)
  for (let n = 0; n < 25_000; n++)
    guarded.guard.enter({ account: `made-up-${n}`, address: `2001:db8:${n}`, isKnown: false })
  expect(guarded.guard.enter(stranger)).toBeGreaterThan(0)
})
