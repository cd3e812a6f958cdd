import { beforeEach, describe, expect, test } from 'vitest'
import type { Keeper } from './keeper.ts'
import { freshSiren, type SirenMemory, sirenBook } from './siren-memory.ts'

const AFTER = 120_000
const AGAIN = 30 * 60_000
const HOT = 'HC-1/Alarm/HighTemp'
const DARK = 'HC-1/Alarm/PowerFail'

describe('the siren', () => {
  let disk: SirenMemory
  let saves: number
  beforeEach(() => {
    disk = freshSiren
    saves = 0
  })

  /** What a start of the gateway has of it. */
  function started(now = 0) {
    const keeper: Keeper<SirenMemory> = {
      value: disk,
      save(value) {
        disk = value
        saves++
        return true
      },
    }
    return sirenBook({ keeper, now, afterMs: AFTER, againMs: AGAIN })
  }
  const is = (key: string, isActive: boolean | null) => ({ key, isActive })

  test('is silent while the server tells people, and spares the disk', () => {
    const book = started()
    expect(book.look(AFTER * 5, true, [is(HOT, true)])).toEqual([])
    expect(book.silence(AFTER * 5)).toBe(0)
    expect(saves).toBe(0)
  })

  test('sounds once the server was away long enough, also for what began before, and ends when it is back', () => {
    const book = started()
    book.look(1_000, true, [is(HOT, true)])
    expect(book.look(1_000 + AFTER - 1, false, [is(HOT, true)])).toEqual([])
    expect(book.look(1_000 + AFTER, false, [is(HOT, true)])).toEqual([HOT])
    expect(book.look(2_000 + AFTER, true, [is(HOT, true)])).toEqual([])
    expect(book.look(3_000 + AFTER, false, [is(HOT, true)])).toEqual([])
  })

  test('ends when the alarm does, but not because nothing is known of it any more', () => {
    const book = started()
    expect(book.look(AFTER, false, [is(HOT, true)])).toEqual([HOT])
    expect(book.look(AFTER + 1, false, [is(HOT, null)])).toEqual([HOT])
    expect(book.look(AFTER + 2, false, [is(HOT, false)])).toEqual([])
    expect(book.look(AFTER + 3, false, [is(HOT, null)])).toEqual([])
  })

  test('that was silenced sounds for another alarm, for the same one again, and for one that nobody ended', () => {
    const book = started()
    book.look(AFTER, false, [is(HOT, true), is(DARK, false)])
    expect(book.silence(AFTER)).toBe(1)
    expect(book.look(AFTER + 1, false, [is(HOT, true), is(DARK, false)])).toEqual([])
    expect(book.look(AFTER + 2, false, [is(HOT, true), is(DARK, true)])).toEqual([DARK])
    expect(book.silence(AFTER + 3)).toBe(1)
    book.look(AFTER + 4, false, [is(HOT, false), is(DARK, true)])
    expect(book.look(AFTER + 5, false, [is(HOT, true), is(DARK, true)])).toEqual([HOT])
    expect(book.look(AFTER + 3 + AGAIN, false, [is(HOT, true), is(DARK, true)])).toEqual([DARK, HOT])
  })

  test('is right at once after a kill: it sounds, or stays silenced, before anything is read', () => {
    started().look(AFTER, false, [is(HOT, true)])
    const after = started()
    expect(after.look(0, false, [is(HOT, null)])).toEqual([HOT])
    expect(after.silence(1)).toBe(1)
    const later = started()
    expect(later.look(0, false, [is(HOT, null)])).toEqual([])
    expect(later.look(1, false, [is(HOT, true)])).toEqual([])
    expect(later.look(AGAIN, false, [is(HOT, true)])).toEqual([HOT])
    // The server is back: from then on a new start waits again.
    later.look(AGAIN + 1, true, [is(HOT, true)])
    expect(started().look(0, false, [is(HOT, true)])).toEqual([])
  })

  test('forgets the alarms of a controller that is no longer configured', () => {
    started().look(AFTER, false, [is(HOT, true)])
    expect(started().look(0, false, [is(DARK, false)])).toEqual([])
  })

  test('writes to the disk only what has changed', () => {
    const book = started()
    for (let second = 0; second < 60; second++) book.look(AFTER + second * 1_000, false, [is(HOT, true)])
    expect(saves).toBe(1)
  })
})
