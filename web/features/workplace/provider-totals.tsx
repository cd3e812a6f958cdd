import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { isComing } from '#web/components/known.tsx'
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
  const formal = useQuery({
    queryKey: [customers.summary.path],
    queryFn: () => call(customers.summary),
    enabled: mayFormal,
  })
  const trial = useQuery({
    queryKey: [trialCustomers.summary.path],
    queryFn: () => call(trialCustomers.summary),
    enabled: mayTrial,
  })
  const alarmed = useQuery({
    queryKey: [alarms.counts.path, {}],
    queryFn: () => call(alarms.counts, { query: {} }),
    enabled: mayAlarms,
  })
  const maySharing = useMayCall(workplace.sharing)
  const sharing = useQuery({
    queryKey: [workplace.sharing.path],
    queryFn: () => call(workplace.sharing),
    enabled: maySharing,
  })
  const hasTotals = mayFormal || mayTrial || mayAlarms
  return (
    <>
      {(sharing.isLoading || (sharing.data && sharing.data.notShared > 0)) && (
        <p className="workplace-says num row gap-15" data-coming={isComing(sharing) ? '' : undefined}>
          {sharing.data ? (
            <>
              <Lock size={14} aria-hidden /> {t($ => $.notShared, { count: sharing.data.notShared })}
            </>
          ) : (
            '\u00a0'
          )}
        </p>
      )}
      {hasTotals && (
        <section className="card workplace-totals" aria-label={t($ => $.customers)}>
          <Total name="formal" of={formal} count={formal.data?.customers} href={paths.customers} />
          <Total
            name="trial"
            of={trial}
            count={trial.data?.customers}
            href={hrefOf(paths.trialCustomers, { approval: 'passed' })}
          />
          <Total
            name="waiting"
            of={trial}
            count={trial.data?.pending}
            href={hrefOf(paths.trialCustomers, { approval: 'pending' })}
          />
          {/* Only an agent's formal customers can be waiting. */}
          <Total
            name="formalWaiting"
            count={formal.data?.pending || undefined}
            href={hrefOf(paths.customers, { approval: 'pending' })}
          />
          <Total
            name="ending"
            of={formal}
            count={formal.data?.endingSoon}
            href={hrefOf(paths.customers, { ends: '90d' })}
          />
          <Total
            name="ended"
            of={formal}
            count={formal.data?.ended}
            href={hrefOf(paths.customers, { ends: 'ended' })}
          />
          <Total
            name="maintenance"
            of={formal}
            count={formal.data?.maintenanceDue}
            href={hrefOf(paths.customers, { maintenance: 'due' })}
          />
          <Total name="unseen" of={alarmed} count={alarmed.data?.unseen} href={UNSEEN} isUrgent />
        </section>
      )}
    </>
  )
}

interface Props {
  name: 'formal' | 'trial' | 'waiting' | 'formalWaiting' | 'ending' | 'ended' | 'maintenance' | 'unseen'
  /** Undefined until known, and for users who may not know. */
  count: number | undefined
  /** The answer that the count comes from: its place is kept until then. */
  of?: { isLoading: boolean }
  href: string
  isUrgent?: boolean
}

function Total({ name, count, of, href, isUrgent = false }: Props) {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const reader = useReader()
  const isComing = count === undefined && of?.isLoading === true
  if ((count === undefined && !isComing) || !exists(href.split('?')[0] ?? '')) return null
  return (
    <ScreenLink to={href} data-urgent={(isUrgent && count !== undefined && count > 0) || undefined}>
      <span>{t($ => $.provider[name])}</span>
      <strong className="num">{count === undefined ? '—' : numberText(count, 0, reader)}</strong>
    </ScreenLink>
  )
}
