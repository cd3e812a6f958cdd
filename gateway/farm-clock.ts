import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { z } from 'zod'
import { CLOCK_OFF_MS } from '#shared/limits.ts'
import type { Keeper } from './keeper.ts'

/** What a gateway must know of the time after a kill or a cut of power. Times in ms since 1970. */
export const ClockMemory = z.object({
  /** the start of the computer it is about */
  boot: z.string(),
  /** the time at which that start was */
  began: z.number(),
  /** the last time that was noted: it is later than this */
  at: z.number(),
  /** Whether the server or the network told the time since that start. */
  isTold: z.boolean(),
  isBelieved: z.boolean(),
  /** how far the computer's clock was ahead, ms; 0 where nobody told the right time */
  ahead: z.number(),
  /** number of the first sample since that start */
  first: z.number(),
})
export type ClockMemory = z.infer<typeof ClockMemory>

/** The time of a gateway, ms since 1970: it goes on evenly, whatever the clock of the computer is set to. */
export interface FarmClock {
  now(): number
  /** The server's time, as it said it just now. */
  heard(serverMs: number): void
  /** It is at least this late: something the server said at some time. */
  atLeast(ms: number): void
  /** Whether it can be right; else time goes on from the last one known, as long as the power is on. */
  isBelieved(): boolean
  /** How far the computer's clock is ahead, ms; undefined where nobody has told the right time. */
  aheadMs(): number | undefined
  /** Looks whether the network has told the computer the time, and notes where it is. */
  tick(): void
}

/** What the computer knows of the time. */
export interface Computer {
  /** its clock, ms since 1970 */
  wall(): number
  /** ms since its start, by a clock that is never set */
  elapsed(): number
  boot: string
  /** Whether its clock is set by the network now; undefined if it does not say. */
  isSynchronised(): boolean | undefined
}

interface ClockOptions {
  computer: Computer
  keeper: Keeper<ClockMemory | null>
  /** the number of the next sample */
  nextSample(): number
  /** What was measured since `first` up to now was `shiftMs` later than it was thought to be. */
  onCorrected(shiftMs: number, first: number): void
  say(text: string): void
}

/** A clock that shows less was never set; the first release of the gateway is younger. 2025-01-01 */
const NEVER_SET = Date.UTC(2025, 0, 1)
/** A computer is not off for longer than this between two looks at it. ms */
const LONGEST_OFF = 90 * 86_400_000
/** A clock that was off by more was not set wrong, but never. ms */
const MOST_WRONG = 86_400_000
/** What the server told last: a message may have waited on its way, so the latest time among them is right. */
const HEARD = 8
/** Corrections of less than this are not worth a step. ms */
const STEP = 1_000
/** ms between two notes: no more is lost of the time that a cut of power takes */
const NOTE = 60_000

/** The clock of a gateway. */
export function farmClock({ computer, keeper, nextSample, onCorrected, say }: ClockOptions): FarmClock {
  const saved = keeper.value
  const isSameBoot = saved?.boot === computer.boot
  const first = isSameBoot ? saved.first : nextSample()
  let isTold = isSameBoot && saved.isTold
  let { began, isBelieved } = start()
  let heard: number[] = []
  let notedAt = Number.NEGATIVE_INFINITY
  let isOff = false

  function start(): { began: number; isBelieved: boolean } {
    if (isSameBoot) return { began: saved.began, isBelieved: saved.isBelieved }
    // A clock with a battery that was set wrong is as wrong as before.
    const wall = computer.wall() - (saved && Math.abs(saved.ahead) < MOST_WRONG ? saved.ahead : 0)
    const least = saved?.at ?? NEVER_SET
    const canBe = wall >= least - STEP && (saved === null || wall <= least + LONGEST_OFF)
    if (!canBe)
      say(`the computer's clock shows ${dateOf(wall)}, which cannot be; time goes on from ${dateOf(least)}`)
    return { began: (canBe ? wall : least) - computer.elapsed(), isBelieved: canBe }
  }

  /** whole, as the wire wants it */
  const now = () => Math.round(began + computer.elapsed())
  function note(): void {
    notedAt = computer.elapsed()
    const ahead = isTold ? computer.wall() - now() : 0
    keeper.save({ boot: computer.boot, began, at: now(), isTold, isBelieved, ahead, first })
  }

  /** The start of the computer was at another time than thought. */
  function correct(next: number, by: string): void {
    const shift = next - began
    const isFirst = !isTold
    isTold = true
    isBelieved = true
    if (Math.abs(shift) < STEP && !isFirst) return
    began = next
    if (Math.abs(shift) >= STEP) {
      say(`the time is ${dateOf(now())} by ${by}, ${Math.round(shift / 1_000)} s later than thought`)
      // Only what was never right is put right; later steps are drift.
      if (isFirst) onCorrected(shift, first)
    }
    note()
  }

  /** Tells once that the computer's clock is off, and once that it is right again. */
  function look(): void {
    const ahead = isTold ? computer.wall() - now() : 0
    if (Math.abs(ahead) >= CLOCK_OFF_MS === isOff) return
    isOff = !isOff
    say(isOff ? `the computer's clock is ${Math.round(ahead / 1_000)} s ahead` : `its clock is right again`)
  }

  return {
    now,
    heard(serverMs) {
      heard = [...heard, serverMs - computer.elapsed()].slice(-HEARD)
      correct(Math.max(...heard), 'the server')
    },
    atLeast(ms) {
      if (ms <= now() || isTold) return
      began = ms - computer.elapsed()
      note()
    },
    isBelieved: () => isBelieved,
    aheadMs: () => (isTold ? computer.wall() - now() : undefined),
    tick() {
      if (heard.length === 0 && computer.isSynchronised() === true)
        correct(computer.wall() - computer.elapsed(), 'network time')
      look()
      if (computer.elapsed() - notedAt >= NOTE) note()
    },
  }
}

const dateOf = (ms: number) => new Date(ms).toISOString()

/** ms between two questions whether the clock is synchronised */
const ASK = 60_000

/** The computer this runs on. */
export function thisComputer(): Computer {
  const before = uptime() * 1_000 - performance.now()
  let isSynchronised: boolean | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  return {
    wall: Date.now,
    elapsed: () => before + performance.now(),
    boot: bootId(),
    isSynchronised() {
      if (performance.now() - askedAt < ASK) return isSynchronised
      askedAt = performance.now()
      execFile(
        'timedatectl',
        ['show', '--property=NTPSynchronized', '--value'],
        { timeout: 5_000 },
        (error, said) => {
          isSynchronised = error ? undefined : said.trim() === 'yes'
        },
      )
      return isSynchronised
    },
  }
}

/** Another one after every start of the computer. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return String(Math.round((Date.now() - uptime() * 1_000) / 60_000))
  }
}
