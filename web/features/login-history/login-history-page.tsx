import { useTranslation } from 'react-i18next'
import { loginHistory, loginPeriods, USUAL_LOGIN_PERIOD } from '#shared/contracts/login-history.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { periodOf } from '#web/components/list/period.ts'
import { countOf, listReadAhead, useList } from '#web/components/list/use-list.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useLoginColumns } from './login-columns.tsx'
import { FILTERS, useLoginFilters } from './use-login-filters.ts'

/** `/custom/login-history`: who signed in and out, in Beijing time. */
export function LoginHistoryPage() {
  const { t } = useTranslation('login-history')
  const language = usePreferences(({ language }) => language)
  const list = useList(loginHistory.list, FILTERS, { counts: loginHistory.counts })
  const period = periodOf(list, loginPeriods, USUAL_LOGIN_PERIOD)
  return (
    <ListPage
      list={list}
      title={t($ => $.title)}
      says={t($ => $.says[period], { count: list.total, number: countOf(list.total, list, language) })}
      searchHint={t($ => $.searchHint)}
      {...useLoginFilters()}
      columns={useLoginColumns()}
      excel={loginHistory}
      note={t($ => $.zone)}
      empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }}
    />
  )
}
LoginHistoryPage.readAhead = listReadAhead(loginHistory.list, FILTERS)
