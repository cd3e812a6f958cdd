import { CLOCK_OFF_MS } from '#shared/limits.ts'

/**
 * A device's clock as its messages show it. Times in ms since 1970: the device's where they are read from its messages,
 * all others the server's.
 */
export interface DeviceClock {
  /** The device time it showed last; 0 before the first message. */
  shown: number
  /** When it showed that. */
  receivedAt: number
  /** Added to device times to get server times; 0 while the clock is believed. */
  shift: number
  /** The device time it showed when it was first wrong by this much. */
  from: number
  /** The present is known up to here. */
  top: number
  /** Added to the times of the last message to get the times at which its values count as known. */
  lead: number
  /** The shift is not stored yet, so a restart would find another one. */
  unsaved: boolean
  /** The first of the messages that look late: what it showed, and when. Null while the last one did not. */
  doubt: { shown: number; receivedAt: number } | null
}

/** How a message arrived. */
export interface Arrival {
  receivedAt: number
  /** A birth: `fresh` when it was written when it was sent and did not wait at a broker. */
  birth?: 'fresh' | 'held' | undefined
  /** How long it may have waited for this process. ms */
  waitedMs: number
}

/** What the clock says about a message. */
export interface Verdict {
  /** False when it was written before others that are known: it says nothing of now. */
  isNow: boolean
  /** Only births can tell what is true now: the node sends what it kept, or its clock was set. */
  isDoubtful: boolean
  /** It shows a time a little before one that is known: it was overtaken, or the clock was set back by as little. */
  isOvertaken: boolean
}

/** What must survive a restart for a wrong clock, so that a message sent again gets the same time again. */
export type ClockShift = Pick<DeviceClock, 'shift' | 'from'>

/** A clock more than this ahead is wrong; `docs/devices.md` has the decisions about time. */
const AHEAD_MS = 600_000
/** A clock that shows less than this was never set. 2015-01-01 */
const UNSET_BEFORE = 1_420_070_400_000
/** Messages of one device closer together than this are not regular reports: a buffer is being sent. ms */
const BURST_MS = 1_000
/** Transit times of two messages differ by no more than this, unless one of them waited. ms */
const WAY_MS = 10_000
/** Clocks are set back by less all the time, and messages overtake each other by less on their way to the wire. ms */
const STEP_MS = 1_000
/**
 * Messages that look late but come as fast as they were written, for this long, are not: the clock was set back. Births
 * say so at once, but not every node sends them when asked. ms
 */
const DOUBT_MS = 60_000
/** A buffer being sent gains more than this on real time in that time. ms */
const PACE_MS = 2_000
/** With every message a buffer being sent gains more than this on real time; a wrong clock does not. ms */
const JITTER_MS = 500

export const createClock = ({ shift, from }: ClockShift = { shift: 0, from: 0 }): DeviceClock => ({
  shown: 0,
  receivedAt: 0,
  shift,
  from,
  top: 0,
  lead: 0,
  unsaved: false,
  doubt: null,
})

/** Whether a message with this time could have been sent now by a clock that is right. */
export const isBelieved = (shown: number, receivedAt: number): boolean =>
  shown <= receivedAt + AHEAD_MS && shown >= UNSET_BEFORE

const isNear = (shown: number, receivedAt: number) =>
  isBelieved(shown, receivedAt) && receivedAt - shown <= CLOCK_OFF_MS

/** Learns from a message of a born device, sent in turn and not marked as historical. */
export function learn(clock: DeviceClock, shown: number, { receivedAt, birth, waitedMs }: Arrival): Verdict {
  if (birth === undefined) {
    if (isLate(clock, shown, receivedAt)) return { isNow: false, isDoubtful: true, isOvertaken: false }
    if (isStep(clock, shown)) return { isNow: false, isDoubtful: false, isOvertaken: true }
  }
  clock.doubt = null
  const hasWaited = Math.abs(receivedAt - shown) <= waitedMs + WAY_MS
  const isDoubtful = learnNow(clock, shown, receivedAt, {
    isFresh: birth === 'fresh' && !hasWaited,
    hasWaited,
  })
  return { isNow: true, isDoubtful, isOvertaken: false }
}

/**
 * Whether the message shows a time before one that is known: it was kept somewhere while others were sent, or the clock was
 * set back. A clock that was right at its birth is not wrong a second later, so it counts as late until a birth shows
 * the same, or until it has been so for long at the pace of a clock.
 */
function isLate(clock: DeviceClock, shown: number, receivedAt: number): boolean {
  const { doubt } = clock
  const wasReset = shown < UNSET_BEFORE && clock.shown >= UNSET_BEFORE
  if (wasReset || shown >= clock.shown || (!doubt && isStep(clock, shown))) return false
  const gained = doubt ? shown - doubt.shown - (receivedAt - doubt.receivedAt) : Number.POSITIVE_INFINITY
  if (!doubt || Math.abs(gained) > PACE_MS) clock.doubt = { shown, receivedAt }
  else if (receivedAt - doubt.receivedAt >= DOUBT_MS) return false
  return true
}

/** One so small that many of them must not add up. */
const isStep = (clock: DeviceClock, shown: number) => shown < clock.shown && shown > clock.shown - STEP_MS

interface Circumstances {
  isFresh: boolean
  hasWaited: boolean
}

/**
 * Learns from a message that says what is true now. True when what looked like a clock that was behind was a buffer being
 * sent: its times were right, and what came before was not current.
 */
function learnNow(
  clock: DeviceClock,
  shown: number,
  receivedAt: number,
  circumstances: Circumstances,
): boolean {
  const { shift: before } = clock
  const shift = shiftOf(clock, shown, receivedAt, circumstances)
  const isFlush = before !== 0 && shift === 0 && !isNear(shown, receivedAt)
  if (shift !== before) Object.assign(clock, { shift, from: shown, unsaved: true })
  // Messages in turn come one after another, whatever the clock says and however little it is off.
  const stands = shown <= clock.shown && receivedAt - clock.receivedAt >= BURST_MS
  const isByReceipt = !isFlush && (stands || shown + shift < clock.top)
  clock.lead = isByReceipt ? receivedAt - shown : shift
  clock.top = isByReceipt ? receivedAt : Math.min(shown + shift, receivedAt)
  if (!isStep(clock, shown)) {
    clock.shown = shown
    clock.receivedAt = receivedAt
  }
  return isFlush
}

function shiftOf(
  clock: DeviceClock,
  shown: number,
  receivedAt: number,
  { isFresh, hasWaited }: Circumstances,
): number {
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
    // It gains on the time of its receipt: no clock does.
    const isFlush = lag > 0 && more < 0 && advanced > 0 && isBurst && !isFresh
    if (isFlush && isBelieved(shown, receivedAt)) return 0
    return lag
  }
  if (!isBelieved(shown, receivedAt)) return lag
  const wentBack = advanced < -WAY_MS
  const stays = clock.receivedAt - clock.shown > CLOCK_OFF_MS && advanced <= passed + JITTER_MS && !isBurst
  return isFresh || wentBack || (stays && !hasWaited) ? lag : 0
}

/** Server time for a time the device wrote down earlier, or sends again: corrected if its clock was wrong then. */
export function putRight({ shift, from }: ClockShift, written: number, receivedAt: number): number {
  if (shift === 0 || written + shift > receivedAt + WAY_MS) return written
  const isOfShift = shift < 0 || written >= from || !isBelieved(written, receivedAt)
  return isOfShift ? written + shift : written
}

/** Added to the times of a late message to compare them with what is known: a clock that is ahead makes them look newer. */
export const leadOfLate = ({ shift, shown, receivedAt }: DeviceClock): number =>
  shift === 0 && shown > receivedAt ? receivedAt - shown : 0

/** No sample may be later than this; a corrected time is off by no more than the transit times differ. */
export const latestOf = (receivedAt: number, isPutRight: boolean): number =>
  receivedAt + (isPutRight ? WAY_MS : AHEAD_MS)

/** How far the clock is ahead of the server's, ms; 0 while that is unknown. */
export function aheadBy({ shift, shown, receivedAt }: DeviceClock): number {
  if (shift !== 0) return -shift
  return isNear(shown, receivedAt) ? shown - receivedAt : 0
}
