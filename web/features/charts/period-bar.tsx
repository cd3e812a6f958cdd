import { Button, Popover } from 'antd'
import { CalendarDays, ChevronLeft, ChevronRight, ZoomOut } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chartPresets } from '#shared/contracts/chart-views.ts'
import type { Charted } from '#shared/contracts/houses.ts'
import { momentOf } from '#shared/dates.ts'
import { instantOf, localText } from '#shared/zone-time.ts'
import { Choice } from '#web/components/choice.tsx'
import { MomentInput } from '#web/components/day/moment-input.tsx'
import { PopoverPanel } from '#web/components/popover-panel.tsx'
import { serverNow } from '#web/data/clock.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { flockStart, LEAST_SPAN, moved, type Period, type TimeWindow } from './period.ts'

interface Props {
  house: Charted
  period: Period
  /** The time shown, which is the zoomed part if there is one. */
  shown: TimeWindow
  isZoomed: boolean
  setPeriod: (period: Period) => void
  setZoom: (range: { from: number; to: number } | null) => void
}

/** Chooses the period: presets, a custom range, the one before and after. */
export function PeriodBar({ house, period, shown, isZoomed, setPeriod, setZoom }: Props) {
  const { t } = useTranslation('charts')
  const offered = chartPresets.filter(preset => preset !== 'flock' || flockStart(house) !== null)
  const move = (direction: -1 | 1) => {
    const next = moved(shown, direction, serverNow())
    if (isZoomed && !('preset' in next)) setZoom(next)
    else setPeriod(next)
  }
  return (
    <div className="chart-period">
      <Choice
        label={t($ => $.period)}
        options={offered.map(preset => [preset, t($ => $.presets[preset])] as const)}
        chosen={'preset' in period ? period.preset : undefined}
        choose={preset => setPeriod({ preset })}
      />
      <div className="chart-steps row stretch">
        <Button
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label={t($ => $.before)}
          onClick={() => move(-1)}
        />
        <Range key={`${shown.from}`} house={house} shown={shown} setPeriod={setPeriod} />
        <Button
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label={t($ => $.after)}
          disabled={shown.to >= serverNow() - LEAST_SPAN}
          onClick={() => move(1)}
        />
      </div>
      {isZoomed && (
        <Button icon={<ZoomOut size={16} aria-hidden />} onClick={() => setZoom(null)}>
          {t($ => $.wholePeriod)}
        </Button>
      )}
    </div>
  )
}

interface RangeProps {
  house: Charted
  shown: TimeWindow
  setPeriod: (period: Period) => void
}

/** The shown time in words; opens two fields in the house's time. */
function Range({ house, shown, setPeriod }: RangeProps) {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  const [open, setOpen] = useState(false)
  const say = (ms: number) => momentOf(new Date(ms), language, house.timeZone).slice(0, -3)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      arrow={false}
      destroyOnHidden
      content={
        <PopoverPanel>
          <RangeForm
            house={house}
            shown={shown}
            apply={range => {
              setOpen(false)
              setPeriod(range)
            }}
          />
        </PopoverPanel>
      }
    >
      <Button
        className="num"
        icon={<CalendarDays size={16} aria-hidden />}
        aria-expanded={open}
        title={house.timeZone}
      >
        {t($ => $.range, { from: say(shown.from), to: shown.isLive ? t($ => $.now) : say(shown.to) })}
      </Button>
    </Popover>
  )
}

function RangeForm({
  house,
  shown,
  apply,
}: Omit<RangeProps, 'setPeriod'> & { apply: (range: { from: number; to: number }) => void }) {
  const { t } = useTranslation('charts')
  const [from, setFrom] = useState(() => localText(shown.from, house.timeZone))
  const [to, setTo] = useState(() => localText(shown.to, house.timeZone))
  const range = { from: instantOf(from, house.timeZone), to: instantOf(to, house.timeZone) }
  const isRight = range.to - range.from >= LEAST_SPAN
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isRight) apply(range)
  }
  return (
    <form className="chart-range stack gap-25" onSubmit={submit}>
      <div>
        <span aria-hidden>{t($ => $.from)}</span>
        <MomentInput aria-label={t($ => $.from)} value={from} onChange={setFrom} />
      </div>
      <div>
        <span aria-hidden>{t($ => $.to)}</span>
        <MomentInput aria-label={t($ => $.to)} value={to} onChange={setTo} />
      </div>
      <p className="caption">{t($ => $.houseTime, { zone: house.timeZone })}</p>
      {!isRight && <p role="alert">{t($ => $.wrongRange)}</p>}
      <Button type="primary" htmlType="submit" disabled={!isRight}>
        {t($ => $.show)}
      </Button>
    </form>
  )
}
