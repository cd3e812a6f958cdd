import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { CUSTOMER } from '#shared/permissions.ts'
import { later } from '#web/components/later.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useSession } from '#web/data/session.ts'
import { FarmWorkplace } from './farm-workplace.tsx'
import { greetingAt } from './greeting.ts'
import { GreetingWeather } from './greeting-weather.tsx'
import './workplace.css'

const ProviderWorkplace = later(
  () => import('./provider-workplace.tsx').then(file => file.ProviderWorkplace),
  Coming,
)
// Arranging the cards is rarely needed and brings the list code along; so does a report with its menu.
const DailyReport = later(() =>
  import('#web/components/excel/daily-report-button.tsx').then(file => file.DailyReportButton),
)
const CardsButton = later(() => import('./cards-button.tsx').then(file => file.CardsButton))

/** `/dashboard/workplace`: what to do first, for a farm across its houses, for staff and agents across their customers. */
export function WorkplacePage() {
  const kind = useSession(({ user }) => user?.kind)
  return (
    <div className="page workplace">
      <div className="workplace-head">
        <Greeting />
        {kind === CUSTOMER ? <FarmTools /> : <Tools />}
      </div>
      {kind === CUSTOMER ? <FarmWorkplace /> : <ProviderWorkplace />}
    </div>
  )
}

const FarmTools = () => (
  <div className="workplace-tools" data-tall>
    <GreetingWeather />
    <DailyReport />
  </div>
)

const Tools = () => (
  <div className="workplace-tools">
    <CardsButton />
  </div>
)

function Coming() {
  return (
    <div aria-busy="true">
      <Skeleton active paragraph={{ rows: 8 }} />
    </div>
  )
}

function Greeting() {
  const { t } = useTranslation('workplace')
  const name = useSession(({ user }) => user?.actualName ?? '')
  const time = useFromNow(now => greetingAt(new Date(now).getHours()))
  return <h1>{t($ => $.greetings[time], { name })}</h1>
}
