import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { isBookkeeping, LATCHED, metricByName } from '#shared/signals.ts'
import { shownMetric } from '#web/components/metric.ts'
import { ReadingMark } from '#web/components/reading-mark.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Age } from '#web/components/time.tsx'
import { useHeardAt, useReading } from '#web/data/live/live.ts'
import { useReader } from '#web/data/preferences.ts'
import { useShowsNews } from './use-shows-news.ts'
import './details.css'

/** The values of a scale, an egg counter or a weather station. */
export function DeviceValues({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { exists, open } = useScreen()
  const isNews = useShowsNews(house)
  const heardAt = useHeardAt(house.iotId)
  const device = house.devices.find(({ id }) => id === house.iotId)
  const names = Object.keys(house.readings)
    .filter(name => !isBookkeeping(name) && !name.startsWith('Alarm/') && !name.startsWith(LATCHED))
    .toSorted((a, b) => Number(metricByName.has(b)) - Number(metricByName.has(a)) || a.localeCompare(b))
  const charts = hrefOf(paths.charts, { houseId: house.id, device: house.iotId ?? '' })
  return (
    <section className="card figures-card" aria-label={device?.name}>
      <div className="probe-details" data-stale={!isNews || undefined}>
        <h3>{device?.name}</h3>
        {names.length === 0 ? (
          <p className="caption">{t($ => $.nothingTold)}</p>
        ) : (
          <dl className="num">
            {names.map(name => (
              <Value key={name} iotId={house.iotId} name={name} />
            ))}
          </dl>
        )}
        {heardAt !== undefined && (
          <p className="caption num" data-stale={!isNews || undefined}>
            {t($ => $.lastHeard)} <Age at={heardAt} />
          </p>
        )}
      </div>
      {exists(paths.charts) && names.length > 0 && (
        <button type="button" className="figures-more" onClick={() => open(charts)}>
          {t($ => $.screens.reports)}
        </button>
      )}
    </section>
  )
}

function Value({ iotId, name }: { iotId: string | null; name: string }) {
  const reader = useReader()
  const reading = useReading(iotId, name)
  const { label, say } = shownMetric(name, undefined, reader)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {say(reading?.[0] ?? null)}
        <ReadingMark iotId={iotId} metric={name} size="word" />
      </dd>
    </div>
  )
}
