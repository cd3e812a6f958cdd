import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#shared/contracts/webhooks.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { Line } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { WebhookCard } from './webhook-card.tsx'
import './webhooks.css'

const WebhookDialog = later(() => import('./webhook-dialog.tsx').then(of => of.WebhookDialog))
const MessagesDialog = later(() => import('./messages-dialog.tsx').then(of => of.MessagesDialog))

const REREAD_MS = 10_000

type Open = { what: 'form'; webhook: Webhook | null } | { what: 'messages'; webhook: Webhook }

/** Addresses of other systems that are notified of events. */
export function WebhooksSection() {
  const { t } = useTranslation('webhooks')
  const [open, setOpen] = useState<Open | null>(null)
  const [told, setTold] = useState<{ name: string; secret: string } | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [webhooks.list.path],
    queryFn: () => call(webhooks.list),
    refetchInterval: REREAD_MS,
  })
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  const close = () => setOpen(null)
  return (
    <div className="webhooks" aria-busy={!data}>
      {told && (
        <section className="webhook-secret" aria-label={t($ => $.secretOf, { name: told.name })}>
          <p>
            <StateMark state="watch" /> {t($ => $.once)}
          </p>
          <dl>
            <Line name={t($ => $.secret)} value={told.secret} />
          </dl>
        </section>
      )}
      {data?.length === 0 && <p className="webhooks-none">{t($ => $.none)}</p>}
      <ul>
        {data?.map(webhook => (
          <WebhookCard
            key={webhook.id}
            webhook={webhook}
            edit={() => setOpen({ what: 'form', webhook })}
            showMessages={() => setOpen({ what: 'messages', webhook })}
            tell={setTold}
          />
        ))}
      </ul>
      <div className="webhooks-foot">
        <ActionButton
          endpoint={webhooks.create}
          type="primary"
          onClick={() => setOpen({ what: 'form', webhook: null })}
        >
          {t($ => $.new)}
        </ActionButton>
      </div>
      {open?.what === 'form' && <WebhookDialog webhook={open.webhook} tell={setTold} close={close} />}
      {open?.what === 'messages' && <MessagesDialog webhook={open.webhook} close={close} />}
    </div>
  )
}
