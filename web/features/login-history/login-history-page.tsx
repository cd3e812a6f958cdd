import { useTranslation } from 'react-i18next'
import {
  BEIJING,
  type LoginEntry,
  loginHistory,
  loginOperations,
  loginPeriods,
  USUAL_LOGIN_PERIOD,
} from '#shared/contracts/login-history.ts'
import { channels } from '#shared/contracts/session.ts'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { countOf, readListAhead, useList } from '#web/components/list/use-list.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { momentOf } from '#web/components/time.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { usePreferences } from '#web/data/preferences.ts'

/** Filters of the address. */
const FILTERS = ['search', 'period', 'operation', 'platform', 'officeId']

/** `/custom/login-history`: who signed in and out, in Beijing time. */
export function LoginHistoryPage() {
  const { t } = useTranslation('login-history')
  const language = usePreferences(({ language }) => language)
  const list = useList(loginHistory.list, FILTERS, { counts: loginHistory.counts })
  const offices = useOfficeOptions()
  const period = loginPeriods.find(known => known === list.filters.period) ?? USUAL_LOGIN_PERIOD
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says[period], { count: list.total, number: countOf(list.total, list, language) })}
      searchHint={t($ => $.searchHint)}
      chips={{
        name: 'operation',
        label: t($ => $.fields.operation),
        options: loginOperations.map(value => ({ value, label: t($ => $.operations[value]) })),
      }}
      filters={[
        {
          name: 'period',
          label: t($ => $.period),
          unset: t($ => $.periods[USUAL_LOGIN_PERIOD]),
          options: loginPeriods
            .filter(value => value !== USUAL_LOGIN_PERIOD)
            .map(value => ({ value, label: t($ => $.periods[value]) })),
        },
        {
          name: 'platform',
          label: t($ => $.fields.platform),
          options: channels.map(value => ({ value, label: t($ => $.platforms[value]) })),
        },
        { name: 'officeId', label: t($ => $.fields.customerName), ...offices },
      ]}
      columns={useLoginColumns()}
      excel={loginHistory}
      note={t($ => $.zone)}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    />
  )
}
LoginHistoryPage.readAhead = (search: Search) => readListAhead(loginHistory.list, FILTERS, search)

function useLoginColumns(): Column<LoginEntry>[] {
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

/** Whatever zone the viewer is in. */
function InBeijing({ at }: { at: string }) {
  const { t } = useTranslation('login-history')
  const language = usePreferences(({ language }) => language)
  return (
    <time className="num" dateTime={at} title={t($ => $.zone)}>
      {momentOf(new Date(at), language, BEIJING)}
    </time>
  )
}
