import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { heaterNames } from '#shared/house-equipment.ts'
import { onLitter } from '#shared/litter.ts'
import { isUnflued } from '#shared/physics/heaters.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { formatSignal } from '#shared/signals.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { sayFigure } from './try-out-figures.ts'

/** The model's assumptions about the house, and its error against measurements. */
export function TryOutTrust({
  tried,
  house: { id: houseId, placementDay },
}: {
  tried: TriedOut
  house: { id: string; placementDay: number }
}) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { exists, open } = useScreen()
  const mayCorrect = useMayCall(houses.equip) && exists(paths.houses)
  const { assumed, error } = tried
  const { birds, isWeightTold, isEquipmentTold, forecastBy, airflow, heating, heaters } = assumed
  const off = (['temperature', 'humidity', 'co2'] as const).flatMap(key => {
    const value = error[key]
    return value === null ? [] : [`±${sayFigure(key, value, reader, true)}`]
  })
  const equipment = {
    air: sayFigure('airflow', airflow, reader),
    heating: formatSignal(heating / 1_000, { unit: 'kW/heat', decimals: 0 }, reader),
  }
  return (
    <section className="try-out-trust">
      <h3>{t($ => $.tryOut.trust)}</h3>
      <dl>
        <dt>{t($ => $.tryOut.error)}</dt>
        <dd className="num">{off.length > 0 ? off.join(' · ') : t($ => $.tryOut.noError)}</dd>
        <dt>{t($ => $.tryOut.weather)}</dt>
        <dd>
          {forecastBy === null
            ? t($ => $.tryOut.measured)
            : t($ => $.tryOut.forecast, { provider: forecastBy })}
        </dd>
        <dt>{t($ => $.tryOut.birds)}</dt>
        <dd className="num">
          {t($ => $.tryOut.birdsAre, {
            count: birds.count,
            weight: formatSignal(birds.weight, { unit: 'kg', decimals: 2 }, reader),
            age: birds.age + placementDay,
          })}{' '}
          {isWeightTold ? t($ => $.tryOut.weighed) : t($ => $.tryOut.ofStandard)}
          {birds.litter && ` · ${onLitter[birds.litter][reader.language]}`}
        </dd>
        <dt>{t($ => $.tryOut.assumes)}</dt>
        <dd>
          {isEquipmentTold
            ? t($ => $.tryOut.equipmentTold, equipment)
            : t($ => $.tryOut.equipmentUsual, equipment)}{' '}
          {isUnflued(heaters) &&
            t($ => $.tryOut.heatersAre, { heaters: heaterNames[heaters][reader.language] })}{' '}
          {forecastBy === null ? t($ => $.tryOut.restMeasured) : t($ => $.tryOut.rest)}
          {mayCorrect && (
            <Button
              type="link"
              size="small"
              onClick={() => open(hrefOf(paths.houses, { equipment: houseId }))}
            >
              {t($ => $.tryOut.correct)}
            </Button>
          )}
        </dd>
      </dl>
    </section>
  )
}
