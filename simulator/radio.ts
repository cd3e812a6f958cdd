import { seedOf, wander } from './random.ts'

/** dBm at the middle of the best and of the worst place for an aerial, and how far it moves about that. */
const BEST = -58
const PLACES = 30
const SWING = 6
const PERIOD_MS = 1_200_000
/** What is worth telling, dB. */
const WORTH_TELLING = 3

/** The radio of a gateway: how well it hears its network. */
export interface Radio {
  /** dBm at `now`, ms; counts as told */
  tell(now: number): number
  /** dBm when it has moved far enough from what was told last, else undefined */
  news(now: number): number | undefined
}

/** A radio that stands where its seed says. */
export function radioOf(code: string): Radio {
  const seed = seedOf(code, 'radio')
  const level = (now: number) => Math.round(BEST - (seed % PLACES) + SWING * wander(seed, now, PERIOD_MS))
  let told: number | undefined
  const tell = (now: number) => {
    told = level(now)
    return told
  }
  return {
    tell,
    news: now => (told === undefined || Math.abs(level(now) - told) < WORTH_TELLING ? undefined : tell(now)),
  }
}
