import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PlanHearers } from '#shared/overhaul.ts'

/** Says of a plan that its reminders do not get to those who do the work; nothing while they do. */
export function UnheardPlan({ hears }: { hears: PlanHearers }) {
  const { t } = useTranslation('overhaul')
  if (hears === 'doers') return null
  return (
    <span className="overhaul-unheard">
      <BellOff size={16} aria-hidden /> {hears === 'owner' ? t($ => $.hearsOwner) : t($ => $.hearsNobody)}
    </span>
  )
}
