import { CLOCK_OFF_MS } from '#shared/limits.ts'

/**
 * The clock a device writes its messages by, as it shows in them. Times in ms since 1970: those of the device as they
 * stand in its messages, all others of the server.
 */
export interface DeviceClock {
  /** What it showed last, of the device; 0 before the first message. */
  shown: number
  /** When it showed that. */
  receivedAt: number
  /** Added to its times this makes the server's; 0 while the clock is believed. */
  shift: number
  /** What it showed when it was first wrong by this much, of the device. */
  from: number
  /** Up to here the present is known. */
  top: number
  /** Added to the times of the last message this makes the times its values are known by. */
  lead: number
  /** The shift is not what a start would find. */
  unsaved: boolean
}

/** What a start must know of a clock that is wrong, so that a message that comes again has the same time again. */
export type ClockShift = Pick<DeviceClock, 'shift' | 'from'>

/** A clock more than this ahead is wrong; decisions of time in `docs/devices.md`. */
const AHEAD_MS = 600_000
/** A clock that shows less was never set. 2015-01-01 */
const UNSET_BEFORE = 1_420_070_400_000
/** Messages of one device that follow sooner are no reports at their interval: something that waited is sent. ms */
const BURST_MS = 1_000
/** The ways of two messages differ by no more than this, unless one of them waited. ms */
const WAY_MS = 10_000
/** A message that waited comes nearer to its time than this with the next, a clock that is wrong does not. ms */
const JITTER_MS = 500

export const createClock = ({ shift, from }: ClockShift = { shift: 0, from: 0 }): DeviceClock => ({
  shown: 0,
  receivedAt: 0,
  shift,
  from,
  top: 0,
  lead: 0,
  unsaved: false,
})

/** Whether a message of this time can have been sent at this moment by a clock that is right. */
export const isBelieved = (shown: number, receivedAt: number): boolean =>
  shown <= receivedAt + AHEAD_MS && shown >= UNSET_BEFORE

const isNear = (shown: number, receivedAt: number) =>
  isBelieved(shown, receivedAt) && receivedAt - shown <= CLOCK_OFF_MS

/**
 * A message that counts as now: the device is born, sends in turn, and does not call it the past. `isFresh`: it was
 * written when it was sent, and did not wait on its way, as births are. True when what seemed to be a clock set back was
 * a buffer being sent: its times were right, and what it said before was not of now.
 */
export function learn(clock: DeviceClock, shown: number, receivedAt: number, isFresh: boolean): boolean {
  const { shift: before } = clock
  const shift = shiftOf(clock, shown, receivedAt, isFresh)
  const isFlush = before !== 0 && shift === 0 && !isNear(shown, receivedAt)
  if (shift !== before) Object.assign(clock, { shift, from: shown, unsaved: true })
  // What is said in turn comes after what was said before, whatever the clock says, and however little it is off.
  const stands = shown <= clock.shown && receivedAt - clock.receivedAt >= BURST_MS
  const isByReceipt = !isFlush && (stands || shown + shift < clock.top)
  clock.lead = isByReceipt ? receivedAt - shown : shift
  clock.top = isByReceipt ? receivedAt : Math.min(shown + shift, receivedAt)
  clock.shown = shown
  clock.receivedAt = receivedAt
  return isFlush
}

function shiftOf(clock: DeviceClock, shown: number, receivedAt: number, isFresh: boolean): number {
  if (isNear(shown, receivedAt)) return 0
  const lag = receivedAt - shown
  const advanced = shown - clock.shown
  const passed = receivedAt - clock.receivedAt
  const isBurst = passed < BURST_MS
  const isKnown = clock.shift !== 0 && Math.sign(clock.shift) === Math.sign(lag)
  if (isKnown) {
    const more = lag - clock.shift
    const isLate = more > WAY_MS && (isFresh ? more > CLOCK_OFF_MS : advanced <= 0)
    const runs = advanced > 0 || (advanced > -WAY_MS && isBurst) || isFresh
    if (more >= -WAY_MS && !isLate && runs) return clock.shift
    // It runs away from the time of its receipt: no clock does.
    const isFlush = lag > 0 && more < 0 && advanced > 0 && isBurst && !isFresh
    if (isFlush && isBelieved(shown, receivedAt)) return 0
    return lag
  }
  if (!isBelieved(shown, receivedAt)) return lag
  const wentBack = advanced < -WAY_MS
  const stays = clock.receivedAt - clock.shown > CLOCK_OFF_MS && advanced <= passed + JITTER_MS && !isBurst
  return isFresh || wentBack || stays ? lag : 0
}

/** The server's time of what a device wrote down earlier, or sends again: what its wrong clock said is put right. */
export function putRight({ shift, from }: ClockShift, written: number, receivedAt: number): number {
  if (shift === 0 || written + shift > receivedAt + WAY_MS) return written
  const isOfShift = shift < 0 || written >= from || !isBelieved(written, receivedAt)
  return isOfShift ? written + shift : written
}

/** No sample is later than this; what was put right differs by no more than the ways of messages do. */
export const latestOf = (receivedAt: number, isPutRight: boolean): number =>
  receivedAt + (isPutRight ? WAY_MS : AHEAD_MS)

/** How far the clock is ahead of the server's; 0 while nobody can tell. ms */
export function aheadBy({ shift, shown, receivedAt }: DeviceClock): number {
  if (shift !== 0) return -shift
  return isNear(shown, receivedAt) ? shown - receivedAt : 0
}
