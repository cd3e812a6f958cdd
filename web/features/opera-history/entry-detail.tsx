import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type HistoryDetail, operaHistory } from '#shared/contracts/opera-history.ts'
import { Docked } from '#web/components/list/docked.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { dayOf, momentOf, offsetOf, useZone } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { changesOf } from './changes.ts'
import { Diff } from './diff.tsx'
import './entry-detail.css'

/** One entry beside the list: who, when, from where, and what it changed. */
export function EntryDetail({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('opera-history')
  const { data, error, refetch } = useQuery({
    queryKey: [operaHistory.get.path, id],
    queryFn: () => call(operaHistory.get, { params: { id } }),
    // What was written is never changed.
    staleTime: 60_000,
  })
  const isGone = error instanceof CallError && error.status === 404
  return (
    <Docked
      opened={opened}
      title={data ? `${data.moduleName}${t($ => $.colon)}${data.typeName}` : t($ => $.title)}
      says={data?.description}
    >
      {data ? (
        <Entry entry={data} opened={opened} />
      ) : isGone ? (
        <p>{t($ => $.gone)}</p>
      ) : error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Docked>
  )
}

function Entry({ entry, opened }: { entry: HistoryDetail; opened: Opened }) {
  const { t } = useTranslation('opera-history')
  const changes = changesOf(entry.before, entry.after)
  return (
    <div className="entry">
      <Facts entry={entry} />
      {entry.notShared ? (
        <p className="entry-withheld">{t($ => $.notShared)}</p>
      ) : (
        changes.length > 0 && (
          <section>
            <h3>{t($ => $.changes, { count: changes.length })}</h3>
            <Diff entry={entry} changes={changes} />
          </section>
        )
      )}
      <SameRecord entry={entry} opened={opened} />
    </div>
  )
}

function Facts({ entry }: { entry: HistoryDetail }) {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const { operatorName, operatorRoles, operatorOffice, officeName, operatorKind, ip } = entry
  const at = new Date(entry.at)
  const comma = t($ => $.comma)
  const standing = [operatorRoles, operatorOffice].filter(part => part !== null).join(comma)
  const readers = [...new Set([operatorOffice, officeName].filter(name => name !== null))]
  return (
    <dl className="entry-facts">
      <dt>{t($ => $.fields.operatorName)}</dt>
      <dd>
        <b>{operatorName || t($ => $.kinds[operatorKind])}</b>
        {standing && `${comma}${standing}`}
      </dd>
      <dt>{t($ => $.fields.at)}</dt>
      <dd className="num">
        <b>{momentOf(at, language, zone)}</b> {offsetOf(at, zone)}
      </dd>
      {ip && (
        <>
          <dt>{t($ => $.fields.ip)}</dt>
          <dd className="num">{ip}</dd>
        </>
      )}
      {readers.length > 0 && (
        <>
          <dt>{t($ => $.seenBy)}</dt>
          <dd>{readers.join(comma)}</dd>
        </>
      )}
    </dl>
  )
}

/** What else happened to the same thing. */
function SameRecord({ entry: { sameRecord }, opened }: { entry: HistoryDetail; opened: Opened }) {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  if (sameRecord.length === 0) return null
  return (
    <section>
      <h3>{t($ => $.sameRecord)}</h3>
      <ul className="entry-others">
        {sameRecord.map(({ id, at, operatorName, description }) => (
          <li key={id}>
            <time className="num" dateTime={at} title={momentOf(new Date(at), language, zone)}>
              {dayOf(new Date(at), language, zone)}
            </time>
            <span>{operatorName}</span>
            <button type="button" onClick={() => opened.open(id)}>
              {description}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
