import { useTranslation } from 'react-i18next'
import { StateMark } from '#web/components/state-mark.tsx'

/** How many of a reminder's recipients it did not reach. */
export function Missed({ count, told }: { count: number; told: number }) {
  const { t } = useTranslation('overhaul')
  return (
    <small className="overhaul-missed">
      <StateMark state="watch" /> {t($ => $.missed, { count, told })}
    </small>
  )
}
