/** A mean temperature and when it was seen, by a clock that nobody sets. ms and °C */
type Seen = readonly [at: number, value: number]

const MINUTE = 60_000
/** What is compared with now: reports further apart tell nothing about five minutes. ms */
const COMPARED = { from: 5 * MINUTE, to: 12 * MINUTE }
/** One value a minute is enough. ms */
const APART = MINUTE

/** How fast the temperature of houses rises. */
export interface Trends {
  /** Takes a value that was just reported. */
  take(subjectId: string, value: number, at: number): void
  /** The rise to a value that stands now, in K per five minutes; null where reports are too far apart to tell. */
  riseTo(subjectId: string, value: number, at: number): number | null
  forget(subjectId: string): void
}

export function createTrends(): Trends {
  const bySubject = new Map<string, Seen[]>()
  return {
    take(subjectId, value, at) {
      const seen = (bySubject.get(subjectId) ?? []).filter(([then]) => at - then <= COMPARED.to)
      if (at - (seen.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) >= APART) seen.push([at, value])
      bySubject.set(subjectId, seen)
    },
    riseTo(subjectId, value, at) {
      const base = bySubject.get(subjectId)?.findLast(([then]) => at - then >= COMPARED.from)
      if (!base || at - base[0] > COMPARED.to) return null
      return ((value - base[1]) / (at - base[0])) * COMPARED.from
    },
    forget: subjectId => void bySubject.delete(subjectId),
  }
}
