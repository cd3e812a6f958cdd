import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { UNSEEN } from './alarms-card.tsx'

/** How many customers there are and how many need attention, each linking to its list. */
export function ProviderTotals() {
  const { t } = useTranslation('workplace')
  const [mayFormal, mayTrial, mayAlarms] = [
    useMayCall(customers.summary),
    useMayCall(trialCustomers.summary),
    useMayCall(alarms.counts),
  ]
  const { data: formal } = useQuery({
    queryKey: [customers.summary.path],
    queryFn: () => call(customers.summary),
    enabled: mayFormal,
  })
  const { data: trial } = useQuery({
    queryKey: [trialCustomers.summary.path],
    queryFn: () => call(trialCustomers.summary),
    enabled: mayTrial,
  })
  const { data: alarmed } = useQuery({
    queryKey: [alarms.counts.path, {}],
    queryFn: () => call(alarms.counts, { query: {} }),
    enabled: mayAlarms,
  })
  const maySharing = useMayCall(workplace.sharing)
  const { data: sharing } = useQuery({
    queryKey: [workplace.sharing.path],
    queryFn: () => call(workplace.sharing),
    enabled: maySharing,
  })
  const hasTotals = mayFormal || mayTrial || mayAlarms
  return (
    <>
      {sharing && sharing.notShared > 0 && (
        <p className="workplace-says num row gap-15">
          <Lock size={14} aria-hidden /> {t($ => $.notShared, { count: sharing.notShared })}
        </p>
      )}
      {hasTotals && (
        <section className="card workplace-totals" aria-label={t($ => $.customers)}>
          <Total name="formal" count={formal?.customers} href={paths.customers} />
          <Total
            name="trial"
            count={trial?.customers}
            href={hrefOf(paths.trialCustomers, { approval: 'passed' })}
          />
          <Total
            name="waiting"
            count={trial?.pending}
            href={hrefOf(paths.trialCustomers, { approval: 'pending' })}
          />
          {/* Only an agent's formal customers can be waiting. */}
          <Total
            name="formalWaiting"
            count={formal?.pending || undefined}
            href={hrefOf(paths.customers, { approval: 'pending' })}
          />
          <Total name="ending" count={formal?.endingSoon} href={hrefOf(paths.customers, { ends: '90d' })} />
          <Total name="ended" count={formal?.ended} href={hrefOf(paths.customers, { ends: 'ended' })} />
          <Total
            name="maintenance"
            count={formal?.maintenanceDue}
            href={hrefOf(paths.customers, { maintenance: 'due' })}
          />
          <Total name="unseen" count={alarmed?.unseen} href={UNSEEN} isUrgent />
        </section>
      )}
    </>
  )
}

interface Props {
  name: 'formal' | 'trial' | 'waiting' | 'formalWaiting' | 'ending' | 'ended' | 'maintenance' | 'unseen'
  /** Undefined until known, and for users who may not know. */
  count: number | undefined
  href: string
  isUrgent?: boolean
}

function Total({ name, count, href, isUrgent = false }: Props) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const reader = useReader()
  if (count === undefined || !exists(href.split('?')[0] ?? '')) return null
  return (
    <ScreenLink to={href} data-urgent={(isUrgent && count > 0) || undefined}>
      <span>{t($ => $.provider[name])}</span>
      <strong className="num">{numberText(count, 0, reader)}</strong>
    </ScreenLink>
  )
}
