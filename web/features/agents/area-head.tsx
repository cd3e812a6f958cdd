import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type AgentTotals, agentArea, type OwnAgency } from '#shared/contracts/agent-area.ts'
import { dateOf } from '#shared/dates.ts'
import { sayMoney } from '#shared/money.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { isComing } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './agents.css'

/** Where the rights apply, and until when. */
export function useRights({ endsOn, territory }: OwnAgency): string {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const until = endsOn ? t($ => $.area.until, { date: dateOf(endsOn, language) }) : t($ => $.area.noEnd)
  return [until, territory].filter(Boolean).join(' · ')
}

/** Totals over all of the agent's customers. */
export function AreaTotals() {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  const asked = useQuery({ queryKey: [agentArea.totals.path], queryFn: () => call(agentArea.totals) })
  const { data } = asked
  const say = (count: number) => count.toLocaleString(language)
  const figures =
    data &&
    ([
      {
        key: 'customers',
        value: say(data.customers),
        says: t($ => $.area.notShared, { count: data.notShared }),
      },
      {
        key: 'devices',
        value: say(data.devices),
        says: t($ => $.area.online, { count: data.devicesOnline }),
        href: paths.devices,
      },
      {
        key: 'alarms',
        value: say(data.alarms),
        says: t($ => $.area.ofSharing, { count: data.customers - data.notShared }),
        href: hrefOf(paths.alarms, { open: 'open' }),
      },
      { key: 'orders', value: say(data.openOrders), says: <Ordered totals={data} />, href: paths.myOrders },
      {
        key: 'inquiries',
        value: say(data.waitingInquiries),
        says: t($ => $.area.toBeReplied),
        href: hrefOf(paths.myInquiries, { standing: 'waiting' }),
      },
    ] as const)
  return (
    <section
      className="card agent-totals"
      aria-label={t($ => $.area.totals)}
      data-coming={isComing(asked) ? '' : undefined}
    >
      {figures?.map(({ key, value, says, ...more }) => (
        <div key={key}>
          <h3>
            <To {...more}>{t($ => $.area.figures[key])}</To>
          </h3>
          <strong className="num">{value}</strong>
          <small className="num">{says}</small>
        </div>
      ))}
    </section>
  )
}

/** A name linking to its list, if the reader may open that. */
function To({ href, children }: { href?: string; children: string }) {
  const { open, exists } = useScreen()
  if (!href || !exists(href.split('?')[0] ?? '')) return children
  return (
    <button type="button" className="agent-link" onClick={() => open(href)}>
      {children}
    </button>
  )
}

/** Order totals, per currency. */
function Ordered({ totals: { ordered } }: { totals: AgentTotals }) {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  if (ordered.length === 0) return t($ => $.area.nothingOrdered)
  return ordered.map(money => sayMoney(money, language)).join(' · ')
}
