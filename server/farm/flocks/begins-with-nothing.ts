import { type DayFacts, eggsOf } from '#shared/flocks.ts'

/** Whether a counter of these days begins with nothing at all, so that only the days before say whether it stands still. */
export const beginsWithNothing = (days: readonly DayFacts[]): boolean =>
  [({ water }: DayFacts) => water, ({ feed }: DayFacts) => feed, eggsOf].some(
    read => days.map(read).find(amount => amount !== null) === 0,
  )
