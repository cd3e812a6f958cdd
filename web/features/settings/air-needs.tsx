import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsOfGroup } from '#shared/contracts/settings.ts'
import { equipmentOf } from '#shared/house-equipment.ts'
import { type AirCause, enoughLevel, type NeededAir, neededAir } from '#shared/physics/air-needs.ts'
import { airOfLevels, levelsOf } from '#shared/setting-levels.ts'
import { formatSignal } from '#shared/signals.ts'
import { useFromBelieved } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import type { Draft } from './draft.ts'
import './air-needs.css'

const [TEMPERATURE, HUMIDITY] = ['Climate/Temp/Outdoor', 'Climate/Hum/Outdoor'] as const
const outdoor = [TEMPERATURE, HUMIDITY]
const AIR = { unit: 'm³/h', decimals: 2 } as const
const ALL_AIR = { unit: 'm³/h', decimals: 0 } as const
const LIMIT: Partial<Record<AirCause, { unit: string; decimals: number }>> = {
  co2: { unit: 'ppm', decimals: 0 },
  damp: { unit: '%', decimals: 0 },
}

interface Props {
  data: SettingsOfGroup
  document: Draft['document']
}

/** The fresh air that the flock of a house needs at least, by cause, and the first level of a document that brings it. */
export function AirNeeds({ data: { house, device }, document }: Props) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  // One number each, so that the card is drawn again only when one of them changes.
  const temperature = useFromBelieved(device.id, outdoor, of => numberIn(of(TEMPERATURE)))
  const humidity = useFromBelieved(device.id, outdoor, of => numberIn(of(HUMIDITY)))
  const equipment = useMemo(() => equipmentOf(house), [house])
  const { type, age, weight, alive, litter } = house
  if (age === null || weight === null || alive <= 0) return null
  const outside = temperature === null || humidity === null ? null : { temperature, humidity }
  const needed = neededAir({ type, age, weight, alive, litter }, outside)
  const [levels, airs] = [levelsOf(document), airOfLevels(document, equipment)]
  const levelFor = (of: readonly NeededAir[]) => enoughLevel(levels, airs, alive, of[0]?.perBird ?? 0)
  // Damp comes and goes with the weather: the minimum is for the birds, and compensation is for damp.
  const enough = levelFor(needed.filter(({ cause }) => cause !== 'damp'))
  const dry = needed[0]?.cause === 'damp' ? levelFor(needed) : null
  const seconds = (value: number) => formatSignal(value, { unit: 's', decimals: 0 }, reader)
  return (
    <section className="card settings-card air-needs">
      <h2>{t($ => $.needs.title)}</h2>
      <ul>
        {needed.map(({ cause, perBird, limit }) => (
          <li key={cause}>
            <b className="num">{t($ => $.needs.aBird, { air: formatSignal(perBird, AIR, reader) })}</b>
            <span>
              {t($ => $.needs[cause], {
                limit: limit === null ? '' : formatSignal(limit, LIMIT[cause] ?? AIR, reader),
              })}
            </span>
            <span className="num">{formatSignal(perBird * alive, ALL_AIR, reader)}</span>
          </li>
        ))}
      </ul>
      <p>
        {enough === null
          ? t($ => $.needs.none)
          : t($ => (enough.on === null ? $.needs.gives : $.needs.timer), {
              level: enough.level,
              on: seconds(enough.on ?? 0),
              turn: seconds(enough.turn),
            })}{' '}
        {dry && dry.level !== enough?.level && <>{t($ => $.needs.dry, { level: dry.level })} </>}
        {house.isUsual && t($ => $.needs.usual)}
      </p>
    </section>
  )
}

const numberIn = (reading: readonly unknown[] | undefined): number | null =>
  typeof reading?.[0] === 'number' ? reading[0] : null
