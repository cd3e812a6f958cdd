import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { daysAfter } from '#shared/zone-time.ts'
import '#web/components/plain-field.css'

interface Props {
  day: string
  today: string
  /** Days */
  step: number
  choose: (day: string | undefined) => void
}

/** The last day shown, with links to earlier and later ones. */
export function DayPicker({ day, today, step, choose }: Props) {
  const { t } = useTranslation('trajectory')
  const go = (days: number) => {
    const next = daysAfter(day, days)
    choose(next >= today ? undefined : next)
  }
  return (
    <div className="trajectory-day">
      <button type="button" className="plain-button" aria-label={t($ => $.before)} onClick={() => go(-step)}>
        <ChevronLeft size={16} aria-hidden />
      </button>
      <input
        type="date"
        className="plain-field num"
        aria-label={t($ => $.day)}
        value={day}
        max={today}
        onChange={event => choose(event.target.value || undefined)}
      />
      <button
        type="button"
        className="plain-button"
        aria-label={t($ => $.after)}
        disabled={day >= today}
        onClick={() => go(step)}
      >
        <ChevronRight size={16} aria-hidden />
      </button>
    </div>
  )
}
