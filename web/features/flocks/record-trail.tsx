import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flockRecords, type RecordSheet } from '#shared/contracts/flock-records.ts'
import { momentOf } from '#shared/dates.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { differencesOf } from './record-versions.ts'
import { blank, typedOf } from './typed-day.ts'
import { usePartLabels } from './use-part-labels.ts'

/** Who recorded the day when, and what changed each time; newest first. */
export function RecordTrail({ sheet }: { sheet: RecordSheet }) {
  const { t } = useTranslation('flocks')
  const [isOpen, setOpen] = useState(false)
  const tellings = sheet.record?.version ?? 0
  if (tellings < 2) return null
  return (
    <details className="card record-card" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t($ => $.trail, { count: tellings })}</summary>
      {isOpen && <Trail sheet={sheet} />}
    </details>
  )
}

function Trail({ sheet: { flockId, day, type, timeZone } }: { sheet: RecordSheet }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const labels = usePartLabels()
  const { data = [] } = useQuery({
    queryKey: [flockRecords.list.path, 'trail', flockId, day],
    queryFn: () => call(flockRecords.trail, { params: { id: flockId }, query: { day } }),
  })
  return (
    <ol className="record-trail">
      {data.map((record, i) => {
        const before = data[i + 1]
        const changes = before
          ? differencesOf(typedOf(record), typedOf(before), type, reader)
          : differencesOf(typedOf(record), blank, type, reader)
        return (
          <li key={record.version}>
            <b>{record.by}</b>{' '}
            <time className="num" dateTime={record.changedAt}>
              {momentOf(new Date(record.changedAt), reader.language, timeZone).slice(0, -3)}
            </time>
            <ul>
              {changes.map(({ part, mine, theirs }) => (
                <li key={part}>
                  {labels[part]}{' '}
                  <span className="num">
                    {before && (
                      <>
                        <del>{theirs || t($ => $.nothingSaid)}</del> →{' '}
                      </>
                    )}
                    {mine || t($ => $.nothingSaid)}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
