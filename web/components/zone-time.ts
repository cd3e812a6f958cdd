/** `2026-11-20T15:04` in a zone, as a time field of the browser wants it. */
export function localText(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  return format.format(ms).replace(' ', 'T')
}

/**
 * The moment at which the clocks of a zone show this text, ms since 1970; NaN for what is no time. Where the clock is
 * put back the first of the two, where it is put forward the moment as far after the change.
 */
export function instantOf(text: string, timeZone: string): number {
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return Number.NaN
  const aheadAt = (ms: number) => Date.parse(`${localText(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000
  const guesses = [asUtc - 86_400_000, asUtc + 86_400_000].map(near => asUtc - aheadAt(near))
  return guesses.find(ms => localText(ms, timeZone) === text.slice(0, 16)) ?? (guesses[0] as number)
}
