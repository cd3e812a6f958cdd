/** The mean of a house and its hottest place, °C, and whether fans pull the air along it. */
interface Warmth {
  mean: number
  hottest: number
  isTunnel: boolean
}
/** How warm it was and when that was seen, by a clock that nobody sets, ms. */
type Seen = readonly [at: number, Warmth]

const MINUTE = 60_000
/** What is compared with now: reports further apart tell nothing about five minutes. ms */
const COMPARED = { from: 5 * MINUTE, to: 12 * MINUTE }
/** One value a minute is enough. ms */
const APART = MINUTE

/** How fast the temperature of houses rises. */
export interface Trends {
  /** Takes what was just reported. */
  take(subjectId: string, warmth: Warmth, at: number): void
  /**
   * The rise to what stands now, in K per five minutes; null where reports are too far apart to tell. A house that leaves
   * tunnel ventilation mixes its air: its mean jumps though no place of it becomes hot, so there its hottest place counts.
   */
  riseTo(subjectId: string, warmth: Warmth, at: number): number | null
  forget(subjectId: string): void
}

export function createTrends(): Trends {
  const bySubject = new Map<string, Seen[]>()
  return {
    take(subjectId, warmth, at) {
      const seen = (bySubject.get(subjectId) ?? []).filter(([then]) => at - then <= COMPARED.to)
      if (at - (seen.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= APART) seen.push([at, warmth])
      bySubject.set(subjectId, seen)
    },
    riseTo(subjectId, { mean, hottest }, at) {
      const base = bySubject.get(subjectId)?.findLast(([then]) => at - then >= COMPARED.from)
      if (!base || at - base[0] > COMPARED.to) return null
      const [then, before] = base
      const risen = before.isTunnel
        ? Math.min(mean - before.mean, hottest - before.hottest)
        : mean - before.mean
      return (risen / (at - then)) * COMPARED.from
    },
    forget: subjectId => void bySubject.delete(subjectId),
  }
}
