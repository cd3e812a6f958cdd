/** What changes the number of birds in a flock, each as a count since placement. */
export interface StockChanges {
  dead: number
  culled: number
  sold: number
  movedIn: number
  movedOut: number
}

/** Birds alive; never entered, always derived. Those sold or moved are not losses. */
export const birdsAlive = (placed: number, { dead, culled, sold, movedIn, movedOut }: StockChanges): number =>
  placed + movedIn - dead - culled - sold - movedOut

/** Birds that died or were culled, in % of those placed. */
export const cumulativeMortality = (placed: number, lost: number): number => (100 * lost) / placed

/** Birds that died or were culled in a day or a week, in % of those alive at its start. */
export const mortalityOf = (lost: number, aliveAtStart: number): number => (100 * lost) / aliveAtStart
