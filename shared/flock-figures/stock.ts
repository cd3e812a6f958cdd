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

/**
 * Birds of both sexes in a house; null while nobody said how many were placed, unless males alone are known to be there. With
 * `areBirdsIn` it decides everywhere whether a house is empty.
 */
export function birdsTogether({
  females,
  males,
}: {
  females: number | null
  males: number | null
}): number | null {
  const known = Math.max(0, females ?? 0) + Math.max(0, males ?? 0)
  return females === null && known === 0 ? null : known
}

/** Whether there are birds: of an unknown number there may be some. */
export const areBirdsIn = (birds: number | null): boolean => birds === null || birds > 0

/** Birds that died or were culled, in % of those placed. */
export const cumulativeMortality = (placed: number, lost: number): number => (100 * lost) / placed

/** Birds that died or were culled in a day or a week, in % of those alive at its start. */
export const mortalityOf = (lost: number, aliveAtStart: number): number => (100 * lost) / aliveAtStart
