import { useTranslation } from 'react-i18next'
import type { HeldSetting } from '#shared/contracts/settings.ts'
import { LATE_MS, stepsOf } from '#shared/temporary-settings.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'

/** Until when settings are temporarily others, or that this should be over: of several, the first end. */
export function HeldUntil({ held, timeZone }: { held: readonly HeldSetting[]; timeZone: string }) {
  const { t } = useTranslation('settings')
  const end = Math.min(...held.flatMap(each => stepsOf(each)[0]?.at ?? []))
  const isOverdue = useFromNow(now => end < now - LATE_MS) ?? false
  if (!Number.isFinite(end)) return null
  if (isOverdue)
    return (
      <span className="change-state" data-state="alarm">
        <StateMark state="alarm" /> {t($ => $.overdue)}
      </span>
    )
  return (
    <span className="change-state" data-state="pending">
      <StateMark state="pending" />
      <span>
        {t($ => $.heldUntil)} <HouseMoment at={new Date(end).toISOString()} timeZone={timeZone} />
      </span>
    </span>
  )
}
