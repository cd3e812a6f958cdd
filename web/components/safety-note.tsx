import { Info } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import './safety-note.css'

/** What no page about alarms may leave out: none of it replaces an independent alarm. */
export function SafetyNote() {
  const { t } = useTranslation('components')
  return (
    <p className="safety-note caption">
      <Info size={14} aria-hidden /> {t($ => $.safety)}
    </p>
  )
}
