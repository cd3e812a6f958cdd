import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { AlarmRow } from './alarm-row.tsx'
import { CauseLine } from './cause-line.tsx'
import { canSee, groupStanding, keyOf, type ShownAlarm } from './standing-alarms.ts'
import { useHouseAlarms } from './use-house-alarms.ts'
import './side-cards.css'

/** A house's active alarms, worst first, with their most likely cause. */
export function ActiveAlarms({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { alarms, acknowledge } = useHouseAlarms(house)
  return (
    <section className="card monitor-card monitor-alarms-card" aria-label={t($ => $.alarms)}>
      <h2>
        {t($ => $.alarms)} <span className="caption num">{alarms.length}</span>
      </h2>
      <div aria-live="polite">
        {alarms.length === 0 ? (
          <p className="caption">{t($ => $.noAlarms)}</p>
        ) : (
          <ul className="monitor-alarms stack gap-15">
            {groupStanding(alarms).map(group => (
              <AlarmRow key={keyOf(group[0])} house={house} group={group} />
            ))}
          </ul>
        )}
        <CauseLine alarms={alarms} house={house} />
      </div>
      <Ways house={house} alarms={alarms} acknowledge={acknowledge} />
    </section>
  )
}

interface WaysProps {
  house: HouseOnMonitor
  alarms: readonly ShownAlarm[]
  acknowledge: ((seen: readonly ShownAlarm[]) => Promise<void>) | null
}

/** Possible actions on the alarms, as far as they exist and are allowed. */
function Ways({ house, alarms, acknowledge }: WaysProps) {
  const { t } = useTranslation('house-monitor')
  const { open, exists } = useScreen()
  const [isBusy, setBusy] = useState(false)
  const unseen = alarms.filter(canSee)
  const maySee = acknowledge !== null && unseen.length > 0
  const canRepair = alarms.length > 0 && exists(paths.myRepairs)
  const canList = exists(paths.alarms)
  if (!maySee && !canRepair && !canList) return null
  const see = async () => {
    setBusy(true)
    // The call has reported the error; the alarms stay unseen and the button stays.
    await acknowledge?.(unseen).catch(() => undefined)
    setBusy(false)
  }
  const ofHouse = encodeURIComponent(house.id)
  return (
    <div className="monitor-alarm-ways row wrap stretch">
      {maySee && (
        <Button type="primary" loading={isBusy} onClick={() => void see()}>
          {t($ => $.acknowledge)}
        </Button>
      )}
      {canRepair && (
        <Button onClick={() => open(hrefOf(paths.myRepairs, { new: '1', houseId: ofHouse }))}>
          {t($ => $.requestRepair)}
        </Button>
      )}
      {canList && (
        <Button onClick={() => open(hrefOf(paths.alarms, { houseId: ofHouse }))}>
          {t($ => $.allAlarms)}
        </Button>
      )}
    </div>
  )
}
