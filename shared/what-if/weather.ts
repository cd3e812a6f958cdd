/** Outside air at a time; `sun` is the share of the strongest sun, 0 at night … 1. */
export interface OutsideAt {
  /** ms since 1970 */
  at: number
  /** °C, % */
  temperature: number
  humidity: number
  sun: number
}

/** h after which what was measured now no longer counts. */
const BLEND_HOURS = 4
const BLEND_MS = BLEND_HOURS * 3_600_000

/** Weather between the times for which it is known, requested in order of time. */
export function weatherAlong(known: readonly OutsideAt[]): (at: number) => OutsideAt {
  let i = 0
  return at => {
    while (i < known.length - 1 && (known[i + 1] as OutsideAt).at <= at) i++
    const before = known[i] as OutsideAt
    const after = known[i + 1]
    if (!after || at <= before.at) return before
    const share = (at - before.at) / (after.at - before.at)
    const between = (key: 'temperature' | 'humidity' | 'sun') =>
      before[key] + (after[key] - before[key]) * share
    return { at, temperature: between('temperature'), humidity: between('humidity'), sun: between('sun') }
  }
}

/**
 * Weather that begins at what is measured now (°C, %) and goes over into what is expected within hours, its difference
 * fading evenly. The sun is that of the expected weather.
 */
export function fromNow(
  expected: readonly OutsideAt[],
  now: Pick<OutsideAt, 'at' | 'temperature' | 'humidity'>,
): OutsideAt[] {
  const known = weatherAlong(expected)(now.at)
  const off = { temperature: now.temperature - known.temperature, humidity: now.humidity - known.humidity }
  const end = now.at + BLEND_MS
  const later = expected.filter(({ at }) => at > now.at)
  const ends = later.some(({ at }) => at === end) ? [] : [{ ...weatherAlong(expected)(end), at: end }]
  const blended = [...later, ...ends]
    .toSorted((a, b) => a.at - b.at)
    .map(each => {
      const share = Math.max(0, 1 - (each.at - now.at) / BLEND_MS)
      return {
        ...each,
        temperature: each.temperature + off.temperature * share,
        humidity: Math.min(100, Math.max(0, each.humidity + off.humidity * share)),
      }
    })
  return [{ ...known, ...now }, ...blended]
}
