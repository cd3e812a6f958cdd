import { useTranslation } from 'react-i18next'
import { historyPeriods, operaHistory, USUAL_PERIOD } from '#shared/contracts/opera-history.ts'
import { offsetOf } from '#shared/dates.ts'
import { later } from '#web/components/later.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { periodOf } from '#web/components/list/period.ts'
import { countOf, listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { useZone } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useEntryColumns } from './entry-columns.tsx'
import { FILTERS, useHistoryFilters } from './use-history-filters.ts'

const EntryDetail = later(() => import('./entry-detail.tsx').then(file => file.EntryDetail))

/** `/opera-history/index`: what was changed, and by whom; one entry in full beside the list (`?open=`). */
export function OperaHistoryPage() {
  const { t } = useTranslation('opera-history')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  const list = useList(operaHistory.list, FILTERS, { counts: operaHistory.counts })
  const opened = useOpened(list)
  const mayRead = useMayCall(operaHistory.get)
  const period = periodOf(list, historyPeriods, USUAL_PERIOD)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says[period], { count: list.total, number: countOf(list.total, list, language) })}
      searchHint={t($ => $.searchHint)}
      {...useHistoryFilters()}
      columns={useEntryColumns()}
      excel={operaHistory}
      note={offsetOf(new Date(), zone)}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
      {...(mayRead && { detail: { opened, show: id => <EntryDetail id={id} opened={opened} /> } })}
    />
  )
}
OperaHistoryPage.readAhead = listReadAhead(operaHistory.list, FILTERS)
