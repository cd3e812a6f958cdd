/** Above this the picture plays a little faster, s; at a jump of more than {@link FAR} it is put to the newest. */
const NEAR = 0.15
const FAR = 1
/** How far before the newest picture a jump lands, s. */
const BEFORE_EDGE = 0.05
const FASTER = 1.1

/** Ranges of seconds that a video element has, as it tells them. */
interface Ranges {
  readonly length: number
  start(index: number): number
  end(index: number): number
}

/** What keeps a live picture live: how far behind it is (s), and where to go or how fast to play. */
export interface Step {
  lag: number
  rate: number
  jumpTo?: number
  /** Nothing can be shown without the jump; others can wait for a better moment. */
  mustJump: boolean
}

/**
 * Where the player should be: delay that has grown is played off, a long one is skipped, and so is a hole in what has
 * arrived. `time` is where it is, s. Undefined as long as nothing has arrived.
 */
export function towardsLive(time: number, buffered: Ranges): Step | undefined {
  if (buffered.length === 0) return undefined
  const [start, end] = [buffered.start(buffered.length - 1), buffered.end(buffered.length - 1)]
  const lag = end - time
  const mustJump = time < start || lag < 0
  if (mustJump || lag > FAR) return { lag, rate: 1, jumpTo: Math.max(start, end - BEFORE_EDGE), mustJump }
  return { lag, rate: lag > NEAR ? FASTER : 1, mustJump }
}
