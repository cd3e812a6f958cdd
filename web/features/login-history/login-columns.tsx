import { useTranslation } from 'react-i18next'
import { BEIJING, type LoginEntry } from '#shared/contracts/login-history.ts'
import { momentOf } from '#shared/dates.ts'
import type { Column } from '#web/components/list/column.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** The columns of the login history, with Beijing times. */
export function useLoginColumns(): Column<LoginEntry>[] {
  const { t } = useTranslation('login-history')
  return [
    { key: 'at', title: t($ => $.fields.at), width: 190, render: ({ at }) => <InBeijing at={at} /> },
    {
      key: 'platform',
      title: t($ => $.fields.platform),
      card: 'line',
      render: ({ platform }) => t($ => $.platforms[platform]),
    },
    {
      key: 'operation',
      title: t($ => $.fields.operation),
      card: 'state',
      render: ({ operation }) => t($ => $.operations[operation]),
    },
    {
      key: 'actualName',
      title: t($ => $.fields.actualName),
      card: 'line',
      render: ({ actualName }) => actualName,
    },
    { key: 'username', title: t($ => $.fields.username), card: 'line', render: ({ username }) => username },
    {
      key: 'customerName',
      title: t($ => $.fields.customerName),
      card: 'note',
      render: ({ customerName }) => customerName,
    },
    { key: 'ip', title: t($ => $.fields.ip), render: ({ ip }) => <span className="num">{ip ?? '—'}</span> },
    {
      key: 'lastLoginAt',
      title: t($ => $.fields.lastLoginAt),
      atEnd: true,
      render: ({ lastLoginAt }) => (lastLoginAt ? <InBeijing at={lastLoginAt} /> : '—'),
    },
  ]
}

/** Whatever the viewer's zone. */
function InBeijing({ at }: { at: string }) {
  const { t } = useTranslation('login-history')
  const language = usePreferences(({ language }) => language)
  return (
    <time className="num" dateTime={at} title={t($ => $.zone)}>
      {momentOf(new Date(at), language, BEIJING)}
    </time>
  )
}
