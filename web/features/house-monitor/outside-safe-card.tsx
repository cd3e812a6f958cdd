import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { RiskList } from '#web/components/risk-list.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useControllers } from './use-controllers.ts'

/** Settings of the house's controllers that stand outside their safe range, until they are back. */
export function OutsideSafeCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { open, exists } = useScreen()
  const { data } = useControllers(house.id)
  const risks = (data?.devices ?? []).flatMap(({ outside }) => outside)
  if (risks.length === 0) return null
  return (
    <section className="card monitor-card" aria-label={t($ => $.outsideSafe)}>
      <h2>
        <StateMark state="watch" /> {t($ => $.outsideSafe)}{' '}
        <span className="caption num">{risks.length}</span>
      </h2>
      <RiskList risks={risks} shown={4} />
      {exists(paths.settings) && (
        <Button onClick={() => open(hrefOf(paths.settings, { houseId: house.id }))}>
          {t($ => $.toSettings)}
        </Button>
      )}
    </section>
  )
}
