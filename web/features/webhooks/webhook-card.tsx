import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#shared/contracts/webhooks.ts'
import { switchedOff, webhookEvents } from '#shared/webhooks.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { Result } from './result.tsx'

interface Props {
  webhook: Webhook
  edit: () => void
  showMessages: () => void
  /** Shows a secret, once. */
  tell: (told: { name: string; secret: string }) => void
}

/** One webhook: its address, its events, and how delivery went. */
export function WebhookCard({ webhook, edit, showMessages, tell }: Props) {
  const { t } = useTranslation('webhooks')
  const language = usePreferences(({ language }) => language)
  const { id, name, address, events, owner, last } = webhook
  const { submit, busy } = useSubmit({ success: t($ => $.testing) })
  const renewed = useConfirmed({ success: t($ => $.renewed) })
  const removed = useConfirmed({ success: t($ => $.removed) })
  const params = { id }
  const label = (action: string) => ({ 'aria-label': `${action}: ${name}`, children: action })
  const renew = () =>
    renewed(
      { title: t($ => $.renewAsk, { name }), says: t($ => $.renewSays), ok: t($ => $.renew) },
      async () => tell(await call(webhooks.renew, { params })),
    )
  const remove = () =>
    removed({ title: t($ => $.removeAsk, { name }), says: t($ => $.removeSays), ok: t($ => $.remove) }, () =>
      call(webhooks.remove, { params }),
    )
  return (
    <li className="webhook" aria-label={name}>
      <div className="webhook-head">
        <strong>{name}</strong>
        <Standing webhook={webhook} />
      </div>
      <p className="mono webhook-address">{address}</p>
      <p className="webhook-events">{events.map(event => webhookEvents[event][language]).join(' · ')}</p>
      <p className="caption">
        {t($ => $.last)} {last ? <Result delivery={last} /> : t($ => $.never)}
      </p>
      {owner !== null && <p className="caption">{t($ => $.reads, { name: owner })}</p>}
      {owner === null && <p className="webhook-problem">{t($ => $.nobody)}</p>}
      <div className="webhook-actions row wrap stretch">
        <ActionButton endpoint={webhooks.deliveries} onClick={showMessages} {...label(t($ => $.messages))} />
        {webhook.isActive && (
          <ActionButton
            endpoint={webhooks.test}
            loading={busy}
            onClick={() => void submit(() => call(webhooks.test, { params }))}
            {...label(t($ => $.test))}
          />
        )}
        <ActionButton endpoint={webhooks.update} onClick={edit} {...label(t($ => $.edit))} />
        <ActionButton endpoint={webhooks.renew} onClick={renew} {...label(t($ => $.renew))} />
        <ActionButton endpoint={webhooks.remove} onClick={remove} {...label(t($ => $.remove))} />
      </div>
    </li>
  )
}

function Standing({ webhook: { isActive, switchedOff: why } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const language = usePreferences(({ language }) => language)
  if (why) return <StateWord state="alarm">{switchedOff[why][language]}</StateWord>
  return isActive ? (
    <StateWord state="normal">{t($ => $.active)}</StateWord>
  ) : (
    <StateWord state="disabled">{t($ => $.inactive)}</StateWord>
  )
}
