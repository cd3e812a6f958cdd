import { useTranslation } from 'react-i18next'
import type { SettingRisk } from '#shared/contracts/setting-question.ts'
import { RiskList } from '#web/components/risk-list.tsx'
import { StateMark } from '#web/components/state-mark.tsx'

/** What stands outside its safe range now, until it is back; nothing while all is safe. */
export function OutsideSafe({ risks }: { risks: readonly SettingRisk[] }) {
  const { t } = useTranslation('settings')
  if (risks.length === 0) return null
  return (
    <section className="card settings-card outside-safe" aria-label={t($ => $.question.now)}>
      <h2>
        <StateMark state="watch" /> {t($ => $.question.now)}{' '}
        <span className="caption num">{risks.length}</span>
      </h2>
      <RiskList risks={risks} />
    </section>
  )
}
