import { alarmLabel, measureOfAlarm } from '#shared/alarms.ts'
import { clockOf, dayOf, momentOf, nearDayOf } from '#shared/dates.ts'
import type { FlockMeasure } from '#shared/flock-figures/standard.ts'
import { flockMeasures } from '#shared/flock-figures/standard.ts'
import { formatSignal, unitWord } from '#shared/signals.ts'
import type { StandardValue } from '#shared/standards/standard-table.ts'
import { type Language, text } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import type { Cell } from './table.ts'

/** A missing value on paper. */
export const NOTHING = '–'

/** A value as its reader sees it, with its unit. */
export const said = (value: number | null, unit: string, decimals: number, reader: Reader): string =>
  value === null ? NOTHING : formatSignal(value, { unit, decimals }, reader)

/** The same without the unit, which the title shows. */
export const bare = (value: number | null, unit: string, decimals: number, reader: Reader): string => {
  if (value === null) return NOTHING
  const shown = shownUnit(unit, reader.units)
  return number(shown.shown(value), shown.decimals(decimals), reader.language)
}

/** A number with grouped thousands. */
export const number = (value: number, decimals: number, language: Language): string =>
  (Number(value.toFixed(decimals)) + 0)
    .toLocaleString(language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
    .replace('-', '−')

export const count = (value: number | null, { language }: Reader): string =>
  value === null ? NOTHING : number(value, 0, language)

/** `Feed (g)`; the unit is the reader's. */
export const titled = (title: string, unit: string, reader: Reader): string => {
  const word = unitWord(unit, reader)
  return word === '' ? title : `${title} (${word})`
}

/** What a standard requires of a flock's figure: a range, a limit or a single value. */
export function standardSays(measure: FlockMeasure, standard: StandardValue | null, reader: Reader): string {
  if (!standard) return NOTHING
  const { unit, decimals } = flockMeasures[measure]
  const say = (value: number) => bare(value, unit, decimals, reader)
  if (measure === 'uniformity') return atLeast(say(standard.low), reader)
  if (measure === 'losses' || measure === 'mortality') return atMost(say(standard.high), reader)
  return range(say(standard.low), say(standard.high))
}

/** `min 85`: the font has no glyph for ≥. */
const atLeast = (value: string, { language }: Reader): string =>
  language === 'zh-CN' ? `至少 ${value}` : `min ${value}`

export const atMost = (value: string, { language }: Reader): string =>
  language === 'zh-CN' ? `至多 ${value}` : `max ${value}`

export const range = (low: string, high: string): string => (low === high ? low : `${low} – ${high}`)

const units = [
  ['d', 86_400_000, text('天', 'd')],
  ['h', 3_600_000, text('小时', 'h')],
  ['min', 60_000, text('分钟', 'min')],
] as const

/** How long something lasted: `2 h 5 min`; two units at most. */
export function duration(ms: number, language: Language): string {
  let rest = Math.max(60_000, Math.round(ms / 60_000) * 60_000)
  const parts: string[] = []
  for (const [, size, word] of units) {
    const whole = Math.floor(rest / size)
    rest -= whole * size
    if (whole > 0) parts.push(`${whole} ${word[language]}`)
  }
  return parts.slice(0, 2).join(' ')
}

/** Time of day in a report of one day, with the date if it was another day. */
export const clockOn = (
  at: Date,
  { from, to }: { from: number; to: number },
  timeZone: string,
  language: Language,
) =>
  at.getTime() >= from && at.getTime() < to
    ? clockOf(at, timeZone)
    : `${nearDayOf(at, language, timeZone)} ${clockOf(at, timeZone)}`

/** Time in a report of several days. */
export const dayAndClock = (at: Date, timeZone: string, language: Language): string =>
  `${dayOf(at, language, timeZone)} ${clockOf(at, timeZone)}`

/** Who made a report and when. */
export const madeBy = (name: string, timeZone: string, language: Language): string => {
  const at = `${momentOf(new Date(), language, timeZone).slice(0, -3)} (${timeZone})`
  return language === 'zh-CN' ? `Smart Farm · ${name} 制于 ${at}` : `Smart Farm · made by ${name}, ${at}`
}

const levelInks = { info: 'quiet', warning: 'watch', critical: 'alarm', emergency: 'alarm' } as const

/** Name of an alarm, in the colour of its level. */
export const alarmCell = (
  { code, level }: { code: string; level: keyof typeof levelInks },
  { language, units }: Reader,
): Cell => ({ text: alarmLabel(code, units)[language], ink: levelInks[level], isStrong: level !== 'info' })

/** The value of an alarm and its limit: `33.5 °C (31.0)`. */
export function alarmValue(
  { code, value, limit }: { code: string; value: number | null; limit: number | null },
  reader: Reader,
): string {
  const measure = measureOfAlarm(code)
  if (value === null || !measure) return ''
  const beside = limit === null ? '' : ` (${bare(limit, measure.unit, measure.decimals, reader)})`
  return `${said(value, measure.unit, measure.decimals, reader)}${beside}`
}

const unfinished = {
  stands: text('未解除', 'still active'),
  held: text('环控器保持中', 'held at panel'),
}

/** How long an alarm lasted, or why it has not ended: it stands, or only its controller holds it until it is reset at the panel. */
export function alarmLasted(
  {
    condition,
    raisedAt,
    latchedAt,
    clearedAt,
  }: { condition: string; raisedAt: Date; latchedAt: Date | null; clearedAt: Date | null },
  { language }: Reader,
): string {
  if (latchedAt) return unfinished.held[language]
  if (condition !== 'cleared') return unfinished.stands[language]
  return clearedAt ? duration(clearedAt.getTime() - raisedAt.getTime(), language) : NOTHING
}

const UNSAFE_IN_NAMES = /[\\/:*?"<>|\p{Cc}]/gu

/** A file name without its extension: the subject and its day or days. */
export const fileName = (name: string, ...days: readonly string[]): string =>
  [name.replace(UNSAFE_IN_NAMES, '-').slice(0, 120), ...new Set(days)].join(' ')
