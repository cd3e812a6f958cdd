import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { formatSignal } from '#shared/signals.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { useFromReadings } from '#web/data/live/live.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { amountText } from '../figure-text.ts'
import { useFeedPerDay } from '../use-flock.ts'
import { type Equipment, heaterMetric, siloMetric } from './equipment.ts'
import { ForecastBeside } from './forecast-beside.tsx'
import { numberOf } from './states.ts'
import { useStable } from './use-stable.ts'
import './strip.css'

interface Props {
  house: HouseOnMonitor
  equipment: Equipment
}

const single = [
  ['outside', 'Climate/Temp/Outdoor'],
  ['airSpeed', 'Air/WindSpeedIn'],
  ['light', 'Light/Lux/S1'],
] as const

/** House values without a place in the drawing: weather, light, heat, stocks. */
export function Strip({ house, equipment }: Props) {
  const { t } = useTranslation('house-monitor')
  return (
    <dl className="strip num">
      {single.map(([name, metric]) => (
        <Fragment key={metric}>
          <Value iotId={house.iotId} metric={metric} name={t($ => $.strip[name])} />
          {name === 'outside' && <ForecastBeside houseId={house.id} iotId={house.iotId} />}
        </Fragment>
      ))}
      {equipment.heaters.length > 0 && <HeatersNow house={house} zones={equipment.heaters} />}
      {equipment.silos.map(silo => (
        <Silo key={silo} iotId={house.iotId} silo={silo} />
      ))}
      {equipment.silos.length > 0 && <FeedLeft house={house} silos={equipment.silos} />}
    </dl>
  )
}

function Value({ iotId, metric, name }: { iotId: string | null; metric: string; name: string }) {
  const reader = useReader()
  const metrics = useStable([metric])
  const text = useFromReadings(iotId, metrics, readingOf => {
    const value = numberOf(readingOf(metric))
    return value === null ? '' : amountText(value, metric, reader)
  })
  // What the controller does not have is not shown as missing.
  if (text === '') return null
  return (
    <div>
      <dt>{name}</dt>{' '}
      <dd>
        {text} <ReadingMark iotId={iotId} metric={metric} />
      </dd>
    </div>
  )
}

/** Feed stocks are given in tonnes. */
function Silo({ iotId, silo }: { iotId: string | null; silo: number }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const metrics = useStable([siloMetric(silo)])
  const text = useFromReadings(iotId, metrics, readingOf => {
    const kg = numberOf(readingOf(siloMetric(silo)))
    return kg === null ? '' : formatSignal(kg / 1_000, { unit: 't', decimals: 1 }, reader)
  })
  if (text === '') return null
  return (
    <div>
      <dt>{t($ => $.silo, { number: silo })}</dt>{' '}
      <dd>
        {text} <ReadingMark iotId={iotId} metric={siloMetric(silo)} />
      </dd>
    </div>
  )
}

function HeatersNow({ house, zones }: { house: HouseOnMonitor; zones: readonly number[] }) {
  const { t } = useTranslation('house-monitor')
  const metrics = useStable(zones.map(heaterMetric))
  const on = useFromReadings(
    house.iotId,
    metrics,
    readingOf => metrics.filter(metric => (numberOf(readingOf(metric)) ?? 0) > 0).length,
  )
  return (
    <div>
      <dt>{t($ => $.heaters)}</dt>{' '}
      <dd>{on === 0 ? t($ => $.off) : t($ => $.ofMany, { count: on, all: zones.length })}</dd>
    </div>
  )
}

/** Days of feed at which to reorder. */
const SOON = 2
/** Days that fill the bar. */
const FULL = 10

/** How long the feed lasts at the consumption of the last 24 hours, else of the standard. */
function FeedLeft({ house, silos }: { house: HouseOnMonitor; silos: readonly number[] }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const metrics = useStable(silos.map(siloMetric))
  const perDay = useFeedPerDay(house)
  const stock = useFromReadings(house.iotId, metrics, readingOf =>
    metrics.reduce((sum, metric) => sum + (numberOf(readingOf(metric)) ?? 0), 0),
  )
  if (!perDay) return null
  const days = stock / perDay
  return (
    <div className="feed-left" data-soon={days < SOON || undefined}>
      <dt>{t($ => $.feedLasts)}</dt>{' '}
      <dd>
        <i className="feed-bar" aria-hidden>
          <i style={{ width: `${Math.min(days / FULL, 1) * 100}%` }} />
        </i>
        {t($ => $.days, { days: days.toLocaleString(language, { maximumFractionDigits: 1 }) })}
      </dd>
    </div>
  )
}
