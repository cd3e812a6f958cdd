import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { readDay } from '#shared/typed-day.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { DayInput } from '#web/components/day/day-input.tsx'

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
      <DayInput
        aria-label={t($ => $.day)}
        value={day}
        max={today}
        onChange={chosen => {
          if (chosen === '' || (readDay(chosen) !== undefined && chosen <= today)) choose(chosen || undefined)
        }}
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
