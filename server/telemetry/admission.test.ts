import { afterEach, expect, test } from 'vitest'
import { type Admission, startAdmission } from './admission.ts'

let admission: Admission
/** A turn lasts as long as the newcomer is busy, even on the slowest machine. */
const LASTS = { silent: Number.POSITIVE_INFINITY, quiet: 1, most: Number.POSITIVE_INFINITY }
afterEach(() => admission.stop())

/** A newcomer that records what it was told; `isBusy` until it is set otherwise. */
function newcomer() {
  const entered = Promise.withResolvers<void>()
  const stayed = Promise.withResolvers<void>()
  const made = {
    busy: true,
    hasEntered: false,
    entered: entered.promise,
    stayed: stayed.promise,
    isBusy: () => made.busy,
    enter() {
      made.hasEntered = true
      entered.resolve()
    },
    stay: () => stayed.resolve(),
  }
  return made
}

test('newcomers enter at once while there is room', () => {
  admission = startAdmission(2, LASTS)
  expect([newcomer(), newcomer(), newcomer()].map(one => admission.add(one))).toEqual([true, true, false])
})

test('the others wait, are kept alive meanwhile, and enter in order of arrival', async () => {
  admission = startAdmission(1, LASTS)
  const [first, second, third] = [newcomer(), newcomer(), newcomer()]
  for (const one of [first, second, third]) admission.add(one)
  await Promise.all([second.stayed, third.stayed])
  expect([first, second, third].map(one => one.hasEntered)).toEqual([true, false, false])
  first.busy = false
  await second.entered
  expect(third.hasEntered).toBe(false)
  second.busy = false
  await third.entered
})

test('a newcomer that goes gives up its turn or its place in the queue', async () => {
  admission = startAdmission(1, LASTS)
  const [first, gone, third] = [newcomer(), newcomer(), newcomer()]
  for (const one of [first, gone, third]) admission.add(one)
  admission.remove(gone)
  admission.remove(first)
  await third.entered
  expect(gone.hasEntered).toBe(false)
})
