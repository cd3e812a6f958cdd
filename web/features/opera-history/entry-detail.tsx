import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type HistoryDetail, operaHistory } from '#shared/contracts/opera-history.ts'
import { dayOf, momentOf, offsetOf } from '#shared/dates.ts'
import { Docked } from '#web/components/list/docked.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { changesOf, type FieldChange } from './changes.ts'
import { Diff } from './diff.tsx'
import { useFieldWords } from './use-field-words.ts'
import { FILTERS } from './use-history-filters.ts'
import './entry-detail.css'

/** One entry beside the list: who, when, from where, and what it changed. */
export function EntryDetail({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('opera-history')
  const { data, error, refetch } = useQuery({
    queryKey: [operaHistory.get.path, id],
    queryFn: () => call(operaHistory.get, { params: { id } }),
    // Entries never change.
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
  return (
    <div className="entry">
      <Facts entry={entry} />
      {entry.notShared ? <p className="entry-withheld">{t($ => $.notShared)}</p> : <Values entry={entry} />}
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

/** What was changed; for a file, its filters. */
function Values({ entry }: { entry: HistoryDetail }) {
  const { t } = useTranslation('opera-history')
  const { before, after, type } = entry
  const changes = changesOf(before, after)
  if (changes.length === 0) return null
  const isFile = FILES.includes(type) && typeof after?.rows === 'number'
  if (isFile) return <FileFacts entry={entry} asked={changes} />
  return (
    <section>
      <h3>{t($ => $.changes, { count: changes.length })}</h3>
      <Diff entry={entry} changes={changes} />
    </section>
  )
}

/** Operations that stand for a file. */
const FILES = ['import', 'export', 'chartWorkbook', 'exportChanges', 'exportData']
/** Filters of the list that would hide rows of a file. */
const UNFILTERED = Object.fromEntries(FILTERS.map(name => [name, undefined]))

/** A file: its filters, how many rows it has, and a link to the entries it produced. */
function FileFacts({ entry, asked }: { entry: HistoryDetail; asked: readonly FieldChange[] }) {
  const { t } = useTranslation('opera-history')
  const words = useFieldWords(entry.module, entry.words)
  const { setSearch } = useScreen()
  const { parts } = entry
  return (
    <section>
      <h3>{t($ => $.file)}</h3>
      <dl className="entry-facts">
        {asked.map(({ field, after }) => (
          <Fragment key={field}>
            <dt>{words.label(field)}</dt>
            <dd className="num">
              <b>{words.value(field, after)}</b>
            </dd>
          </Fragment>
        ))}
      </dl>
      {parts !== null && (
        <Button
          className="entry-parts"
          onClick={() =>
            setSearch(
              { ...UNFILTERED, partOf: parts, period: 'all', page: undefined, open: undefined },
              { push: true },
            )
          }
        >
          {t($ => $.showParts)}
        </Button>
      )}
    </section>
  )
}

/** Other entries about the same record. */
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
