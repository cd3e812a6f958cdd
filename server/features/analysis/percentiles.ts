import type { AnsweringHours } from '#shared/contracts/analysis.ts'

/** Tickets by the working hours until their first answer; those without one have ''. */
export type Answered = ReadonlyMap<string, number>

/** Hours within which the given share of all answered tickets had their answer; null if none was answered. */
export function percentileOf(answered: Answered, part: number): number | null {
  const known = [...answered].flatMap(([key, n]) => (key === '' ? [] : [[Number(key), n] as const]))
  const rank = part * known.reduce((sum, [, n]) => sum + n, 0)
  let passed = 0
  for (const [hours, n] of known.toSorted(([one], [other]) => one - other)) {
    passed += n
    if (passed >= rank) return hours
  }
  return null
}

export function hoursOf(answered: Answered): AnsweringHours {
  const open = answered.get('') ?? 0
  return {
    open,
    answered: [...answered.values()].reduce((sum, n) => sum + n, 0) - open,
    p50: percentileOf(answered, 0.5),
    p90: percentileOf(answered, 0.9),
    p95: percentileOf(answered, 0.95),
  }
}
