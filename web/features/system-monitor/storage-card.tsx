import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { DISK_LOW } from '#shared/limits.ts'
import { dateIn } from '#shared/zone-time.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useZone } from '#web/components/time.tsx'
import { sizeOf } from '#web/components/uploads/use-files.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card } from './card.tsx'

type Disk = SystemNow['disks'][number]
/** The database's size and what fills it, and how long the disk will last. */
export function StorageCard({
  now: { database, disks, isDatabaseElsewhere, recordings },
}: {
  now: SystemNow
}) {
  const { t } = useTranslation('system-monitor')
  const { language } = useReader()
  const growth = useGrowth()
  const largest = Math.max(1, ...database.tables.map(({ bytes }) => bytes))
  return (
    <Card title={t($ => $.storage)}>
      <dl className="system-facts">
        <div>
          <dt>{t($ => $.databaseSize)}</dt>
          <dd className="num">
            {database.bytes === null ? '—' : sizeOf(database.bytes, language)}
            <small>{growth(database.growthADay)}</small>
          </dd>
        </div>
      </dl>
      {disks.map(disk => (
        <DiskFacts key={disk.host} disk={disk} />
      ))}
      {recordings && recordings.ring + recordings.clips + recordings.films > 0 && (
        <RecordingFacts recordings={recordings} />
      )}
      {recordings?.stopped && (
        <p data-bad role="status">
          {t($ => $.recordingStopped[recordings.stopped ?? 'failed'])}
        </p>
      )}
      {isDatabaseElsewhere && <p className="caption">{t($ => $.databaseElsewhere)}</p>}
      <h3>{t($ => $.largest)}</h3>
      <ul className="system-bars">
        {database.tables.map(({ name, bytes }) => (
          <li key={name} style={{ '--share': `${(bytes / largest) * 100}%` } as React.CSSProperties}>
            <code>{name}</code>
            <span className="num">{sizeOf(bytes, language)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Space that recordings of cameras take. */
function RecordingFacts({ recordings }: { recordings: NonNullable<SystemNow['recordings']> }) {
  const { t } = useTranslation('system-monitor')
  const { language } = useReader()
  const { channels, ring, ringLimit, clips, films } = recordings
  return (
    <dl className="system-facts">
      <div>
        <dt>{t($ => $.recordingRing, { count: channels })}</dt>
        <dd className="num">
          {sizeOf(ring, language)}
          <small>{t($ => $.recordingMost, { size: sizeOf(ringLimit, language) })}</small>
        </dd>
      </div>
      <div>
        <dt>{t($ => $.recordingClips)}</dt>
        <dd className="num">{sizeOf(clips, language)}</dd>
      </div>
      <div>
        <dt>{t($ => $.recordingFilms)}</dt>
        <dd className="num">{sizeOf(films, language)}</dd>
      </div>
    </dl>
  )
}

function DiskFacts({ disk: { host, free, total, growthADay, fullAt } }: { disk: Disk }) {
  const { t } = useTranslation('system-monitor')
  const reader = useReader()
  const zone = useZone()
  const growth = useGrowth()
  const share = total > 0 ? free / total : 0
  const isLow = share < DISK_LOW.share || free < DISK_LOW.bytes
  return (
    <dl className="system-facts">
      <div>
        <dt>{t($ => $.disk, { host })}</dt>
        <dd className="num" data-bad={isLow || undefined}>
          {t($ => $.free, { size: sizeOf(free, reader.language), share: numberText(100 * share, 0, reader) })}
          <small>{growth(growthADay)}</small>
        </dd>
        <i
          className="system-share"
          style={{ '--share': `${100 - 100 * share}%` } as React.CSSProperties}
          aria-hidden
        />
      </div>
      <div>
        <dt>{t($ => $.fullOn)}</dt>
        <dd>
          {fullAt !== null ? (
            <NearDate on={dateIn(zone, new Date(fullAt))} soon={14} />
          ) : growthADay === null ? (
            t($ => $.notKnownYet)
          ) : (
            t($ => $.notSoon)
          )}
        </dd>
      </div>
    </dl>
  )
}

/** Growth in words. */
function useGrowth(): (aDay: number | null) => string {
  const { t } = useTranslation('system-monitor')
  const { language } = useReader()
  return aDay =>
    aDay === null
      ? t($ => $.growthUnknown)
      : t($ => $.growth, { size: `${aDay < 0 ? '−' : '+'}${sizeOf(Math.abs(aDay), language)}` })
}
