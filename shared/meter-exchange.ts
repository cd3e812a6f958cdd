/** People tell the time of an exchange to within so long. ms */
export const EXCHANGE_MS = 21_600_000

/** Whether an exchange explains that a counter jumped at a time, ms since 1970. */
export const explainsJump = ({ at }: { at: number }, jumpedAt: number): boolean =>
  Math.abs(at - jumpedAt) <= EXCHANGE_MS

/** The counters whose meters can be exchanged: what birds drink, eat and lay. */
export const exchangeable = ['Water/Today', 'Water/Meter1/Total', 'Feed/Today', 'Egg/Today'] as const
export type ExchangedMetric = (typeof exchangeable)[number]
