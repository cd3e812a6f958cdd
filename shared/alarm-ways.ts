/** Ways by which somebody is reached while no page is open; each is proven to its end. */
export const provenWays = ['mail', 'push', 'call'] as const
export type ProvenWay = (typeof provenWays)[number]

/** What the installation looks after itself: those ways, and the watchdog elsewhere that notices its death. */
export const tendedWays = [...provenWays, 'watchdog'] as const
export type TendedWay = (typeof tendedWays)[number]

const DAY_MS = 86_400_000

/**
 * How long a proof holds, ms. A browser answers by itself each day; a mail wants a tap, which is asked for once a week; a phone is
 * proven by a call that was answered.
 */
export const PROOF_HOLDS_MS: Readonly<Record<ProvenWay, number>> = {
  mail: 10 * DAY_MS,
  push: 3 * DAY_MS,
  call: 35 * DAY_MS,
}

/** Whether a way was proven lately. Times in ms since 1970. */
export const isProven = (way: ProvenWay, provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt < PROOF_HOLDS_MS[way]
