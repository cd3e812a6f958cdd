import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#shared/contracts/opera-history.ts'
import { momentOf } from '#shared/dates.ts'
import type { Column } from '#web/components/list/column.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './entry-columns.css'

/** The columns of the operation history. */
export function useEntryColumns(): Column<HistoryEntry>[] {
  const { t } = useTranslation('opera-history')
  return [
    { key: 'at', title: t($ => $.fields.at), width: 140, render: ({ at }) => <When at={at} /> },
    {
      key: 'module',
      title: t($ => $.fields.module),
      card: 'line',
      render: ({ moduleName }) => <span className="entry-quiet">{moduleName}</span>,
    },
    { key: 'type', title: t($ => $.fields.type), card: 'line', render: ({ typeName }) => typeName },
    {
      key: 'description',
      title: t($ => $.fields.description),
      card: 'note',
      render: ({ description }) => <strong className="entry-description">{description}</strong>,
    },
    {
      key: 'operator',
      title: t($ => $.fields.operatorName),
      card: 'state',
      render: ({ operatorName, operatorKind }) => operatorName || t($ => $.kinds[operatorKind]),
    },
    {
      key: 'officeName',
      title: t($ => $.fields.officeName),
      isExtra: true,
      render: ({ officeName }) => officeName ?? '—',
    },
    {
      key: 'operatorOffice',
      title: t($ => $.fields.operatorOffice),
      isExtra: true,
      render: ({ operatorOffice }) => operatorOffice ?? '—',
    },
    {
      key: 'operatorRoles',
      title: t($ => $.fields.operatorRoles),
      isExtra: true,
      render: ({ operatorRoles }) => operatorRoles ?? '—',
    },
    {
      key: 'ip',
      title: t($ => $.fields.ip),
      render: ({ ip }) => <span className="num entry-quiet">{ip || '—'}</span>,
    },
  ]
}

/** Day and time; the day is the quieter of the two. */
function When({ at }: { at: string }) {
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const moment = momentOf(new Date(at), language, zone)
  const clock = moment.slice(moment.lastIndexOf(' ') + 1)
  return (
    <time className="num entry-when" dateTime={at} title={zone}>
      <span>{moment.slice(0, -clock.length)}</span>
      {clock}
    </time>
  )
}
