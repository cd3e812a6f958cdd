import type { StandardValue } from '#shared/standards/standard-table.ts'
import './band-line.css'

interface Props {
  value: number | null
  band: StandardValue
  isBad: boolean
}

/** Where a value lies against a standard: the band, its middle, the value. The words beside it say the same. */
export function BandLine({ value, band: { low, mid, high }, isBad }: Props) {
  const width = Math.max(high - low, Math.abs(mid) * 0.02, value === null ? 0 : Math.abs(value - mid))
  const [from, to] = [mid - width * 1.6, mid + width * 1.6]
  const place = (at: number) => Math.min(Math.max(((at - from) / (to - from || 1)) * 100, 0), 100)
  return (
    <div className="band-line" data-bad={isBad || undefined} aria-hidden>
      <i className="band-line-band" style={{ left: `${place(low)}%`, right: `${100 - place(high)}%` }} />
      <i className="band-line-middle" style={{ left: `${place(mid)}%` }} />
      {value !== null && <i className="band-line-value" style={{ left: `${place(value)}%` }} />}
    </div>
  )
}
