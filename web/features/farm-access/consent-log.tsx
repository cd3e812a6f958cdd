import { useTranslation } from 'react-i18next'
import { consentEvents, consents, consentUses } from '#shared/consents.ts'
import { type ConsentEntry, farmAccess } from '#shared/contracts/farm-access.ts'
import { dateOf } from '#shared/dates.ts'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import type { Column } from '#web/components/list/column.ts'
import { DataTable } from '#web/components/list/data-table.tsx'
import { FilterBar } from '#web/components/list/filter-bar.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { Moment } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const FILTERS = ['search', 'event', 'consent', 'what']

/** Every use of the consents and every decision about them, newest first. */
export function ConsentLog() {
  const { t } = useTranslation('farm-access')
  const { t: word } = useTranslation('components')
  const list = useList(farmAccess.log, FILTERS, { counts: farmAccess.counts })
  const columns = useLogColumns()
  const events = consentEvents.map(value => ({ value, label: t($ => $.event[value]) }))
  const filters = [
    {
      name: 'consent',
      label: t($ => $.fields.consent),
      options: consents.map(value => ({ value, label: t($ => $.consent[value]) })),
    },
    {
      name: 'what',
      label: t($ => $.fields.what),
      options: consentUses.map(value => ({ value, label: t($ => $.what[value]) })),
    },
  ]
  const chips = { name: 'event', label: t($ => $.fields.event), options: events }
  const labelOf = (name: string, value: string) => {
    const filter = [...filters, chips].find(each => each.name === name)
    const option = filter?.options.find(each => each.value === value)
    return filter
      ? word($ => $.labelled, { label: filter.label, value: option?.label ?? value })
      : `“${value}”`
  }
  return (
    <section className="farm-access-log stack gap-3" aria-label={t($ => $.log)}>
      <div className="farm-access-head">
        <div>
          <h3>{t($ => $.log)}</h3>
          <p>{t($ => $.logSays)}</p>
        </div>
        <ExcelButtons list={list} endpoints={{ export: farmAccess.export }} />
      </div>
      <FilterBar
        list={list}
        searchHint={t($ => $.searchHint)}
        chips={chips}
        filters={filters}
        columns={columns}
      />
      <DataTable
        list={list}
        columns={columns}
        labelOf={labelOf}
        empty={
          <div className="empty-list">
            <strong>{t($ => $.emptyTitle)}</strong>
            <p>{t($ => $.emptySays)}</p>
          </div>
        }
      />
    </section>
  )
}

function useLogColumns(): Column<ConsentEntry>[] {
  const { t } = useTranslation('farm-access')
  const language = usePreferences(({ language }) => language)
  const said = ({ event, what, channelName, consent, endsOn }: ConsentEntry) =>
    what !== null
      ? [t($ => $.what[what]), channelName].filter(Boolean).join(' · ')
      : `${endsOn === null ? t($ => $.event[event]) : t($ => $.grantedUntil, { date: dateOf(endsOn, language) })}: ${t($ => $.consent[consent])}`
  return [
    { key: 'at', title: t($ => $.fields.at), sort: 'at', width: 170, render: ({ at }) => <Moment at={at} /> },
    { key: 'what', card: 'line', title: t($ => $.fields.what), render: said },
    {
      key: 'house',
      card: 'line',
      title: t($ => $.fields.house),
      sort: 'house',
      render: ({ houseName, event }) => houseName ?? (event === 'used' ? t($ => $.severalHouses) : '—'),
    },
    {
      key: 'by',
      card: 'note',
      title: t($ => $.fields.by),
      sort: 'by',
      render: ({ by, program, office, roles }) =>
        by === null ? (
          t($ => $.byItself)
        ) : (
          <>
            {by}{' '}
            <span className="caption">
              {[program && t($ => $.byProgram, { program }), office, roles].filter(Boolean).join(' · ')}
            </span>
          </>
        ),
    },
    {
      key: 'consent',
      isExtra: true,
      title: t($ => $.fields.consent),
      render: ({ consent }) => t($ => $.consent[consent]),
    },
  ]
}
