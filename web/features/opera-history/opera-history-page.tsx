import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type HistoryEntry,
  historyPeriods,
  operaHistory,
  operatorKinds,
  USUAL_PERIOD,
} from '#shared/contracts/opera-history.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { countOf, readListAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import type { Search } from '#web/components/screen-context.tsx'
import { offsetOf } from '#web/components/time.tsx'
import { useOfficeOptions, useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { useEntryColumns } from './entry-columns.tsx'

const EntryDetail = later(() => import('./entry-detail.tsx').then(file => file.EntryDetail))

/** Filters of the address. */
const FILTERS = ['search', 'period', 'module', 'type', 'operatorKind', 'operatorId', 'officeId']

/** `/opera-history/index`: what was changed, by whom; one entry in full beside the list (`?open=`). */
export function OperaHistoryPage() {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const zone = useSession(({ user }) => user?.timeZone) ?? 'UTC'
  const list = useList(operaHistory.list, FILTERS, { counts: operaHistory.counts })
  const opened = useOpened(list)
  const mayRead = useMayCall(operaHistory.get)
  const period = historyPeriods.find(known => known === list.filters.period) ?? USUAL_PERIOD
  const columns: Column<HistoryEntry>[] = useEntryColumns()
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says[period], { count: list.total, number: countOf(list.total, list, language) })}
      searchHint={t($ => $.searchHint)}
      chips={{
        name: 'operatorKind',
        label: t($ => $.fields.operatorName),
        options: operatorKinds.map(value => ({ value, label: t($ => $.kinds[value]) })),
      }}
      filters={useFilters()}
      columns={columns}
      excel={operaHistory}
      note={offsetOf(new Date(), zone)}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
      {...(mayRead && { detail: { opened, show: id => <EntryDetail id={id} opened={opened} /> } })}
    />
  )
}
OperaHistoryPage.readAhead = (search: Search) => readListAhead(operaHistory.list, FILTERS, search)

function useFilters() {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const isCustomer = useSession(({ user }) => user?.kind === CUSTOMER)
  const { data } = useQuery({
    queryKey: [operaHistory.words.path, language],
    queryFn: () => call(operaHistory.words),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { path } = operaHistory.operators
  const operators = useOptions(path, '', search => call(operaHistory.operators, { query: { search } }))
  const offices = useOfficeOptions()
  const choices = (words: readonly { id: string; name: string }[] = []) =>
    words.map(({ id, name }) => ({ value: id, label: name }))
  return [
    {
      name: 'period',
      label: t($ => $.period),
      unset: t($ => $.periods[USUAL_PERIOD]),
      options: historyPeriods
        .filter(value => value !== USUAL_PERIOD)
        .map(value => ({ value, label: t($ => $.periods[value]) })),
    },
    { name: 'module', label: t($ => $.fields.module), options: choices(data?.modules) },
    { name: 'type', label: t($ => $.fields.type), options: choices(data?.types) },
    { name: 'operatorId', label: t($ => $.fields.operatorName), ...operators },
    ...(isCustomer ? [] : [{ name: 'officeId', label: t($ => $.fields.officeName), ...offices }]),
  ]
}
