import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Delivery, type Webhook, webhooks } from '#shared/contracts/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#shared/webhooks.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Moment } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Result } from './result.tsx'

const SIZE = 20
const REREAD_MS = 5_000

/** What was sent to a webhook in the last 30 days, newest first. */
export function MessagesDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation('webhooks')
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: [webhooks.list.path, webhook.id, page],
    queryFn: () => call(webhooks.deliveries, { params: { id: webhook.id }, query: { page, size: SIZE } }),
    refetchInterval: REREAD_MS,
    placeholderData: before => before,
  })
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / SIZE))
  return (
    <Modal
      open
      width={640}
      title={t($ => $.messagesOf, { name: webhook.name })}
      getContainer={frame}
      onCancel={close}
      footer={<Button onClick={close}>{word($ => $.close)}</Button>}
    >
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.total === 0 && <p className="webhooks-none">{t($ => $.noMessages)}</p>}
      <ul className="webhook-messages" aria-busy={!data}>
        {data?.items.map(delivery => (
          <Message key={delivery.id} delivery={delivery} isActive={webhook.isActive} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="webhook-pages" aria-label={t($ => $.messages)}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t($ => $.newer)}
          </Button>
          <span className="num">
            {page} / {pages}
          </span>
          <Button disabled={page === pages} onClick={() => setPage(page + 1)}>
            {t($ => $.older)}
          </Button>
        </nav>
      )}
    </Modal>
  )
}

function Message({ delivery, isActive }: { delivery: Delivery; isActive: boolean }) {
  const { t } = useTranslation('webhooks')
  const language = usePreferences(({ language }) => language)
  const { submit, busy } = useSubmit({ success: t($ => $.sentAgain) })
  const { id, event, madeAt } = delivery
  const name = webhookEvents[event as WebhookEvent]?.[language] ?? t($ => $.testMessage)
  return (
    <li>
      <div>
        <strong>{name}</strong> <Moment at={madeAt} />
        <p>
          <Result delivery={delivery} />
        </p>
        <p className="mono caption">{id}</p>
      </div>
      {isActive && (
        <ActionButton
          endpoint={webhooks.resend}
          loading={busy}
          aria-label={`${t($ => $.resend)}: ${name}`}
          onClick={() => void submit(() => call(webhooks.resend, { params: { id } }))}
        >
          {t($ => $.resend)}
        </ActionButton>
      )}
    </li>
  )
}
