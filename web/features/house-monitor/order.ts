import type { HouseStateName } from '#shared/contracts/houses.ts'

const rank: Record<HouseStateName, number> = { alarm: 0, offline: 1, normal: 2 }

/** Worst first; houses of one state keep the order the server gave them. */
export const worstFirst = <T>(houses: readonly T[], stateOf: (house: T) => HouseStateName): T[] =>
  [...houses].sort((a, b) => rank[stateOf(a)] - rank[stateOf(b)])
