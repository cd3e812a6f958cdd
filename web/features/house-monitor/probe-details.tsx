import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { layerHeatIndex, layerHeatZone } from '#shared/physics/heat-index.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useAboutReading, useFromBelieved, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { equipmentOf, thirdOf } from './drawing/equipment.ts'
import { numberOf } from './drawing/states.ts'
import { useStable } from './drawing/use-stable.ts'
import { figureText, labelOf, spanText } from './figure-text.ts'
import { useShowsNews } from './use-shows-news.ts'

const others = [
  'Climate/Hum/S1',
  'Climate/Hum/S2',
  'Air/CO2/S1',
  'Air/CO2/S2',
  'Air/NH3/S1',
  'Air/NH3/S2',
  'Air/Pressure/S1',
  'Air/Pressure/S2',
  'Climate/Temp/Effective',
  'Climate/Temp/Outdoor',
  'Climate/Hum/Outdoor',
  'Air/AirFlow',
  'Water/Today',
  'Water/FlowRate',
  'Cool/WaterToday',
  'Feed/Today',
  'Egg/Today',
] as const

/** Every probe with its place, the day's extremes, the spread between probes, and the other sensors. */
export function ProbeDetails({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const announced = useStable(Object.keys(house.readings))
  const probes = equipmentOf(announced, null).probes.filter(({ kind }) => kind === 'temperature')
  const isNews = useShowsNews(house)
  return (
    <div className="probe-details" data-stale={!isNews || undefined}>
      <h3>{t($ => $.probes)}</h3>
      <dl className="num">
        {probes.map(({ metric, name, along }) => (
          <Row
            key={metric}
            house={house}
            metric={metric}
            name={`${name} · ${t($ => $.thirds[thirdOf(along)])}`}
          />
        ))}
        <Spread house={house} metrics={probes.map(({ metric }) => metric)} />
        <Row house={house} metric="Climate/Temp/Min24h" />
        <Row house={house} metric="Climate/Temp/Max24h" />
        <HeatIndex house={house} />
      </dl>
      <p className="caption">{t($ => $.probesSay)}</p>
      <h3>{t($ => $.otherSensors)}</h3>
      <dl className="num">
        {others
          .filter(metric => announced.includes(metric))
          .map(metric => (
            <Row key={metric} house={house} metric={metric} />
          ))}
      </dl>
    </div>
  )
}

function Row({ house, metric, name }: { house: HouseOnMonitor; metric: string; name?: string }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const reading = useReading(house.iotId, metric)
  const isNews = useShowsNews(house)
  const about = useAboutReading(house.iotId, metric)
  const { value, unit } = figureText(reading, metric, reader)
  const isDead = reading !== undefined && reading[0] === null
  return (
    <div data-dead={isDead || (about && 'doubt' in about) || undefined}>
      <dt>{name ?? labelOf(metric, reader.language)}</dt>
      <dd>
        {isDead ? t($ => $.probeDead) : `${value} ${unit}`}
        <ReadingMark iotId={house.iotId} metric={metric} size="word" />
        {(isDead || !isNews) && reading && (
          <small>
            <Age at={reading[1]} />
          </small>
        )}
      </dd>
    </div>
  )
}

/** Difference between the warmest and the coldest probe. */
function Spread({ house, metrics }: { house: HouseOnMonitor; metrics: readonly string[] }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const probes = useStable(metrics)
  const text = useFromBelieved(house.iotId, probes, readingOf => {
    const values = probes.map(metric => numberOf(readingOf(metric))).filter(value => value !== null)
    if (values.length < 2) return null
    return spanText(Math.max(...values) - Math.min(...values), 'Climate/Temp/Avg', reader)
  })
  if (text === null) return null
  return (
    <div>
      <dt>{t($ => $.spread)}</dt>
      <dd>{text}</dd>
    </div>
  )
}

const indexMetrics = ['Climate/Temp/Avg', 'Climate/Hum/Avg']

/** The combined effect of heat and humidity on laying hens. */
function HeatIndex({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const index = useFromBelieved(house.iotId, indexMetrics, readingOf => {
    const [temperature, humidity] = indexMetrics.map(metric => numberOf(readingOf(metric)))
    return temperature == null || humidity == null ? null : Math.round(layerHeatIndex(temperature, humidity))
  })
  if (house.type !== 'layer' || index === null) return null
  return (
    <div>
      <dt>{t($ => $.heatIndex)}</dt>
      <dd>
        {index} · {t($ => $.heatZones[layerHeatZone(index)])}
      </dd>
    </div>
  )
}
