import { seedOf, wander } from '#shared/chance.ts'

/** dBm at the centre of the best and of the worst antenna site, and how far it varies around that. */
const BEST = -58
const PLACES = 30
const SWING = 6
const PERIOD_MS = 1_200_000
/** Change worth reporting, dB. */
const WORTH_TELLING = 3

/** The radio of a gateway: how well it receives its network. */
export interface Radio {
  /** dBm at `now`, ms; counts as reported */
  tell(now: number): number
  /** dBm if it has moved far enough since last reported, else undefined */
  news(now: number): number | undefined
}

/** A radio at a site determined by its code. */
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
