import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { ageOf, momentOf } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useFreshness, useHeardAt, useLiveHouse, useLiveStatus } from '#web/data/live/live.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { ActiveAlarms } from './active-alarms.tsx'
import { mainFigures, moreFigures } from './figures.ts'
import { KeyFigure } from './key-figure.tsx'
import { Trends } from './trends.tsx'

/** One house in depth: state, alarms, figures, curves, controllers. */
export function HousePanel({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  return (
    <section className="monitor-house" aria-labelledby="monitor-house-name">
      <HouseHead house={house} />
      <ActiveAlarms house={house} />
      <section className="card figures" aria-label={t($ => $.figures)}>
        {mainFigures.map(figure => (
          <KeyFigure key={figure.metric} house={house} figure={figure} />
        ))}
      </section>
      <Trends house={house} />
      <section className="card figures" aria-label={t($ => $.figures)}>
        {moreFigures(house).map(figure => (
          <KeyFigure key={figure.metric} house={house} figure={figure} />
        ))}
      </section>
      <section className="card monitor-card">
        <h2>{t($ => $.controllers)}</h2>
        <ul className="monitor-devices">
          {house.devices.map(device => (
            <Controller key={device.id} device={device} />
          ))}
        </ul>
      </section>
    </section>
  )
}

function HouseHead({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const number = (value: number) => value.toLocaleString(language)
  const facts = [
    word($ => $.houseType[house.type]),
    house.breed,
    house.dayAge === null ? t($ => $.emptyHouse) : t($ => $.day, { day: house.dayAge }),
    house.flockCount === null ? null : t($ => $.birds, { count: house.flockCount }),
    t($ => $.size, { length: number(house.lengthM), width: number(house.widthM) }),
  ]
  return (
    <header className="monitor-head">
      <h2 id="monitor-house-name">{house.name}</h2>
      <StateBadge house={house} />
      <Heard house={house} />
      <p className="num">{facts.filter(Boolean).join(' · ')}</p>
    </header>
  )
}

function StateBadge({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const since = useLiveHouse(house.id)?.since ?? null
  const time = since === null ? null : momentOf(new Date(since), language, house.timeZone)
  return (
    <span className="state-badge" data-state={house.state}>
      <StateMark state={house.state} /> {t($ => $.states[house.state])}
      {house.state !== 'normal' && time && (
        <span className="num" title={house.timeZone}>
          {t($ => $.stateSince, { time })}
        </span>
      )}
    </span>
  )
}

function Heard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const heardAt = useHeardAt(house.id)
  const freshness = useFreshness(house.id, house.reportIntervalS)
  const age = useFromNow(now => (heardAt === undefined ? null : ageOf(now - heardAt, language)))
  return (
    <span className="monitor-heard num" data-stale={freshness !== 'fresh' || undefined}>
      {freshness === 'stale' && `${t($ => $.stale)} · `}
      {age === null ? t($ => $.neverHeard) : t($ => $.updated, { age })}
    </span>
  )
}

function Controller({ device }: { device: HouseOnMonitor['devices'][number] }) {
  const status = useLiveStatus(device.id) ?? device.status
  return (
    <li>
      <span className="mono">{device.code}</span> <span>{device.name}</span>{' '}
      <DeviceStatusWord status={status} />
    </li>
  )
}
