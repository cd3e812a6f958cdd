import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Consent, consents } from '#shared/consents.ts'
import { type FarmAccess, farmAccess } from '#shared/contracts/farm-access.ts'
import { dateOf } from '#shared/dates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { ConsentLog } from './consent-log.tsx'
import './farm-access.css'

const GrantDialog = later(() => import('./grant-dialog.tsx').then(file => file.GrantDialog))

/** What the customer lets the offices above see (RA) and control (RC); its owner decides and sees every use. */
export function FarmAccessSection() {
  const { t } = useTranslation('farm-access')
  const [granting, setGranting] = useState<Consent | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [farmAccess.read.path],
    queryFn: () => call(farmAccess.read),
  })
  if (!data)
    return error ? (
      <LoadProblem error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton active paragraph={{ rows: 8 }} />
    )
  return (
    <div className="farm-access">
      <p className="caption">{t($ => $.forWhom, { offices: data.offices.join(' · ') })}</p>
      {consents.map(consent => (
        <ConsentCard key={consent} access={data} consent={consent} grant={() => setGranting(consent)} />
      ))}
      {!data.isOwner && (
        <p className="farm-access-fixed row gap-25">
          <Lock size={16} strokeWidth={1.75} aria-hidden />
          {t($ => $.ownerDecides, { owners: data.owners.join(' · ') || '—' })}
        </p>
      )}
      {data.isOwner && <ConsentLog />}
      {granting && <GrantDialog access={data} consent={granting} close={() => setGranting(null)} />}
    </div>
  )
}

function ConsentCard({
  access,
  consent,
  grant,
}: {
  access: FarmAccess
  consent: Consent
  grant: () => void
}) {
  const { t } = useTranslation('farm-access')
  const language = usePreferences(({ language }) => language)
  const { endsOn, by, at } = access[consent]
  const revoke = useConfirmed({ success: t($ => $.revoked) })
  const ask = () =>
    revoke(
      { title: t($ => $.revokeTitle[consent]), says: t($ => $.revokeSays[consent]), ok: t($ => $.revoke) },
      () => call(farmAccess.revoke, { body: { consent } }),
    )
  return (
    <section className="farm-access-card" aria-label={t($ => $.consent[consent])}>
      <div>
        <h3>{t($ => $.consent[consent])}</h3>
        <p>{t($ => $.says[consent])}</p>
        <p className="farm-access-state num">
          <StateMark state={endsOn ? 'normal' : 'disabled'} />{' '}
          {endsOn === null ? (
            t($ => $.notGranted)
          ) : (
            <>
              <strong>{t($ => $.grantedUntil, { date: dateOf(endsOn, language) })}</strong>
              {by !== null && (
                <span className="caption">
                  {' '}
                  {by} · <Age at={at} />
                </span>
              )}
            </>
          )}
        </p>
      </div>
      {access.isOwner && (
        <div className="farm-access-actions">
          {endsOn !== null && (
            <ActionButton endpoint={farmAccess.revoke} onClick={ask}>
              {t($ => $.revoke)}
            </ActionButton>
          )}
          <ActionButton
            endpoint={farmAccess.grant}
            type={endsOn === null ? 'primary' : 'default'}
            onClick={grant}
          >
            {endsOn === null ? t($ => $.grant) : t($ => $.changeEnd)}
          </ActionButton>
        </div>
      )}
    </section>
  )
}
