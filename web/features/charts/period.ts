import { chartPresets } from '#shared/contracts/chart-views.ts'
import type { Charted } from '#shared/contracts/houses.ts'
import { instantOf } from '#shared/zone-time.ts'
import type { Search } from '#web/components/screen-context.tsx'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export type Preset = (typeof chartPresets)[number]
const spans: Record<Exclude<Preset, 'flock'>, number> = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY }

/** The period: a preset, or from one moment to another. Times in ms since 1970. */
export type Period = { preset: Preset } | { from: number; to: number }
/** The period with its ends; `isLive` if it moves with the clock. */
export interface TimeWindow {
  from: number
  to: number
  isLive: boolean
}

/** Anything shorter is useless. ms */
export const LEAST_SPAN = 60_000
/** Longer than any flock or guarantee. ms */
const MOST_SPAN = 5 * 365 * DAY

type House = Pick<Charted, 'flockStartedOn' | 'timeZone'>

/** When the current flock was placed, at the house's midnight; null while the house is empty. */
export const flockStart = ({ flockStartedOn, timeZone }: House): number | null =>
  flockStartedOn === null ? null : instantOf(`${flockStartedOn}T00:00`, timeZone)

/** The period in the address; the last 24 hours if missing or invalid. */
export function periodOf({ period, from, to }: Search, house: House): Period {
  const own = rangeOf(`${from ?? ''}-${to ?? ''}`)
  if (period === 'custom' && own) return own
  const preset = chartPresets.find(known => known === period) ?? '24h'
  return preset === 'flock' && flockStart(house) === null ? { preset: '24h' } : { preset }
}

/** The zoomed part of the period, or null. */
export const zoomOf = ({ zoom }: Search): { from: number; to: number } | null => rangeOf(zoom ?? '')

function rangeOf(text: string): { from: number; to: number } | null {
  const [, from, to] = /^(\d{1,14})-(\d{1,14})$/.exec(text) ?? []
  const range = { from: Number(from), to: Number(to) }
  const span = range.to - range.from
  return span >= LEAST_SPAN && span <= MOST_SPAN ? range : null
}

/** The ends of a period at a given time. */
export function windowAt(period: Period, house: House, now: number): TimeWindow {
  if (!('preset' in period)) return { ...period, isLive: period.from <= now && period.to > now }
  const { preset } = period
  const from = preset === 'flock' ? Math.min(flockStart(house) ?? now, now - HOUR) : now - spans[preset]
  return { from, to: now, isLive: true }
}

/** Returning to within this fraction of a window from now counts as now. */
const NEARLY_NOW = 1 / 20

/** The window before or after this one; one that would reach beyond now ends now. */
export function moved({ from, to }: TimeWindow, direction: -1 | 1, now: number): Period {
  const span = to - from
  const end = Math.min(to + direction * span, now)
  const range = { from: Math.round(end - span), to: Math.round(end) }
  if (now - end > span * NEARLY_NOW) return range
  // Back at the present, a preset is live again.
  const preset = chartPresets.find(name => name !== 'flock' && Math.abs(spans[name] - span) < LEAST_SPAN)
  return preset ? { preset } : range
}

/** A period as search parameters of the address; a new one starts without zoom. */
export const searchFor = (period: Period): Record<string, string | undefined> =>
  'preset' in period
    ? { period: period.preset, from: undefined, to: undefined, zoom: undefined }
    : { period: 'custom', from: String(period.from), to: String(period.to), zoom: undefined }
