import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { SOON_DAYS } from '#shared/overhaul.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { type CalendarDay, MonthCalendar } from '#web/components/calendar/month-calendar.tsx'
import type { Filters } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { urgencyOf } from '#web/components/near-date.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'

/** What is due on each day of a month, under the list's filters; a day links to its plans. */
export function OverhaulCalendar({ filters }: { filters: Filters }) {
  const { t } = useTranslation('overhaul')
  const { search, setSearch } = useScreen()
  const today = dateIn(useZone(), new Date())
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(search.month ?? '') ? (search.month ?? '') : today.slice(0, 7)
  const { on: _, ...rest } = filters
  const query = { ...rest, month: `${month}-01` }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [overhaul.days.path, query],
    queryFn: () => call(overhaul.days, { query }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return (
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
      </div>
    )
  const days = new Map(
    data?.map(({ on, plans, items }): [string, CalendarDay] => {
      const state = urgencyOf(daysBetween(today, on), SOON_DAYS)
      return [on, { says: t($ => $.dayPlans, { count: plans }), items, ...(state && { state }) }]
    }),
  )
  return (
    <MonthCalendar
      label={t($ => $.calendarLabel)}
      month={month}
      turn={to => setSearch({ month: to })}
      today={today}
      days={days}
      isBusy={isFetching}
      none={t($ => $.calendarNone)}
      open={on => setSearch({ on, view: undefined, month: undefined }, { push: true })}
    />
  )
}
