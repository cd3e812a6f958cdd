import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AnalysisCardName, analysis } from '#shared/contracts/analysis.ts'
import { dateOf, offsetOf } from '#shared/dates.ts'
import { later } from '#web/components/later.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { CustomersCard } from './customers-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { OrdersCard } from './orders-card.tsx'
import { PeriodBar } from './period-bar.tsx'
import { ArticlesCard, ScreensCard } from './reading-cards.tsx'
import { TicketsCard } from './tickets-card.tsx'
import { usePeriod } from './use-period.ts'
import './analysis.css'

const RowsDrawer = later(() => import('./rows-drawer.tsx').then(file => file.RowsDrawer))

const names: readonly AnalysisCardName[] = [
  'customers',
  'devices',
  'alarms',
  'questions',
  'repairs',
  'inquiries',
  'orders',
  'articles',
  'screens',
]

/** `/dashboard/analysis`: how the business is doing, each period against the one before, each card linking to its rows. */
export function AnalysisPage() {
  const { t } = useTranslation('analysis')
  const { language } = useReader()
  const zone = useZone()
  const period = usePeriod()
  const { search, setSearch } = useScreen()
  const { data: shown } = useQuery({
    queryKey: [analysis.period.path, period.asked],
    queryFn: () => call(analysis.period, { query: period.asked }),
    placeholderData: keepPreviousData,
  })
  const mayAny = useSession(known => names.some(name => mayCall(analysis[name], known)))
  const day = (date: string) => dateOf(date, language)
  return (
    <div className="page trend-page">
      <div className="trend-head">
        <div>
          <h1>{t($ => $.title)}</h1>
          <p className="num caption">
            {shown
              ? t($ => $.says, {
                  from: day(shown.from),
                  to: day(shown.to),
                  beforeFrom: day(shown.before.from),
                  beforeTo: day(shown.before.to),
                })
              : '\u00a0'}
            {shown && shown.timeZone !== zone && (
              <> · {t($ => $.days, { zone: offsetOf(new Date(shown.to), shown.timeZone) })}</>
            )}
          </p>
        </div>
        <PeriodBar {...period} shown={shown} />
      </div>
      {!mayAny && <p className="card trend-card">{t($ => $.nothingAtAll)}</p>}
      <div className="trend-cards">
        <CustomersCard />
        <DevicesCard />
        <AlarmsCard />
        <OrdersCard />
        <TicketsCard name="questions" />
        <TicketsCard name="repairs" />
        <TicketsCard name="inquiries" />
        <ArticlesCard />
        <ScreensCard />
      </div>
      {search.rows && <RowsDrawer rows={search.rows} close={() => setSearch({ rows: undefined })} />}
    </div>
  )
}
