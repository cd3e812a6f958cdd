import { useTranslation } from 'react-i18next'
import type { HouseControllers, HouseOnMonitor } from '#shared/contracts/houses.ts'
import { dateOf, momentOf } from '#shared/dates.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { TargetShift } from '#web/components/temporary.tsx'
import { useFromReadings, useLiveStatus, useReading } from '#web/data/live/live.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { isWithoutPower, numberOf, powerMetrics } from './drawing/states.ts'
import { amountText, spanText } from './figure-text.ts'
import { levelReason } from './level-reason.ts'
import { useControllers } from './use-controllers.ts'
import { useShowsNews } from './use-shows-news.ts'

/** The house's controller: connection, ventilation level and why, clock, settings, consent. */
export function ControllerCard({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const { data, error, refetch } = useControllers(house.id)
  const isNews = useShowsNews(house)
  return (
    <section
      className="card monitor-card controller-card"
      aria-label={t($ => $.controller)}
      data-stale={!isNews || undefined}
    >
      <h2>{t($ => $.controller)}</h2>
      {house.devices.length === 0 && <p className="caption">{t($ => $.noController)}</p>}
      <dl>
        {house.devices.map(device => (
          <Connection
            key={device.id}
            device={device}
            since={data?.devices.find(({ id }) => id === device.id)?.statusSince}
            timeZone={house.timeZone}
          />
        ))}
        <LevelRow house={house} devices={data?.devices ?? []} />
        <TargetRow house={house} />
        <ClockRow house={house} />
        {data && <SettingsRow devices={data.devices} />}
        {data && (
          <div>
            <dt>{t($ => $.remoteControl)}</dt>
            <dd>
              {data.remoteControlEndsOn === null
                ? t($ => $.remoteClosed)
                : t($ => $.remoteUntil, { day: dateOf(data.remoteControlEndsOn, language) })}
            </dd>
          </div>
        )}
      </dl>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
    </section>
  )
}

interface ConnectionProps {
  device: HouseOnMonitor['devices'][number]
  since: string | undefined
  timeZone: string
}

function Connection({ device, since, timeZone }: ConnectionProps) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const told = useLiveStatus(device.id)
  const status = told ?? device.status
  // The time belongs to the status as read; a newer status has none yet.
  const isSame = told === undefined || told === device.status
  return (
    <div>
      <dt>
        <span className="mono">{device.code}</span>
      </dt>
      <dd>
        <DeviceStatusWord status={status} />
        {since && isSame && (
          <small title={timeZone}>
            {t($ => $.stateSince, { time: momentOf(new Date(since), language, timeZone) })}
          </small>
        )}
      </dd>
    </div>
  )
}

const levelMetrics = [
  'Vent/Mode',
  'Vent/Level',
  'Vent/MinLevel',
  'Vent/MaxLevel',
  'Climate/Temp/Avg',
  'Climate/Temp/Target',
  'Climate/Temp/Outdoor',
]

function LevelRow({ house, devices }: { house: HouseOnMonitor; devices: HouseControllers['devices'] }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const values = useFromReadings(house.iotId, levelMetrics, readingOf =>
    levelMetrics.map(metric => numberOf(readingOf(metric)) ?? '').join(),
  )
  const [mode, level, min, max, average, target, outside] = values
    .split(',')
    .map(text => (text === '' ? null : Number(text)))
  const withoutPower = useFromReadings(house.iotId, powerMetrics, isWithoutPower)
  const now = {
    withoutPower,
    mode: mode ?? null,
    level: level ?? null,
    min: min ?? null,
    max: max ?? null,
    average: average ?? null,
    target: target ?? null,
    outside: outside ?? null,
    settings: devices.find(({ levelSettings }) => levelSettings !== null)?.levelSettings ?? null,
  }
  const reason = levelReason(now)
  if (!reason || now.level === null) return null
  const said = {
    by: 'by' in reason ? spanText(reason.by, 'Climate/Temp/Avg', reader) : '',
    start: 'start' in reason ? spanText(reason.start, 'Climate/Temp/Avg', reader) : '',
    limit: 'limit' in reason ? amountText(reason.limit, 'Climate/Temp/Outdoor', reader) : '',
    seconds: 'seconds' in reason ? reason.seconds : '',
    next: now.level + 1,
  }
  return (
    <div>
      <dt>{t($ => $.level)}</dt>
      <dd>
        {now.min === null || now.max === null
          ? t($ => $.levelOf, { level: now.level })
          : t($ => $.levelBetween, { level: now.level, min: now.min, max: now.max })}
        <small>{t($ => $.reasons[reason.key], said)}</small>
      </dd>
    </div>
  )
}

function TargetRow({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const reader = useReader()
  const target = numberOf(useReading(house.iotId, 'Climate/Temp/Target'))
  if (target === null) return null
  const value = amountText(target, 'Climate/Temp/Target', reader)
  return (
    <div>
      <dt>{t($ => $.targetCurve)}</dt>
      <dd className="num">
        {house.dayAge === null ? value : t($ => $.targetOfDay, { day: house.dayAge, value })}
        <small>
          <TargetShift house={house} isLong />
        </small>
      </dd>
    </div>
  )
}

/** s a clock may be off before it matters */
const CLOSE_S = 60

function ClockRow({ house }: { house: HouseOnMonitor }) {
  const { t } = useTranslation('house-monitor')
  const language = usePreferences(({ language }) => language)
  const reading = useReading(house.iotId, 'Clock/ControllerTime')
  const clock = numberOf(reading)
  if (clock === null || !reading) return null
  // The sample carries the time it was taken.
  const drift = (clock - reading[1]) / 1_000
  const minutes = Math.abs(drift / 60).toLocaleString(language, { maximumFractionDigits: 1 })
  return (
    <div>
      <dt>{t($ => $.clock)}</dt>
      <dd data-watch={Math.abs(drift) >= CLOSE_S || undefined}>
        {Math.abs(drift) < CLOSE_S
          ? t($ => $.clockRight)
          : drift > 0
            ? t($ => $.clockFast, { minutes })
            : t($ => $.clockSlow, { minutes })}
      </dd>
    </div>
  )
}

function SettingsRow({ devices }: { devices: HouseControllers['devices'] }) {
  const { t } = useTranslation('house-monitor')
  const version = devices.find(({ settingsVersion }) => settingsVersion !== null)?.settingsVersion
  if (version === undefined || version === null) return null
  return (
    <div>
      <dt>{t($ => $.settings)}</dt>
      <dd className="num">{t($ => $.settingsVersion, { version })}</dd>
    </div>
  )
}
