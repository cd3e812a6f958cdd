import { Checkbox, Input } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Webhook, webhooks } from '#shared/contracts/webhooks.ts'
import { mayHear, topicOf, type WebhookEvent, webhookEvents, webhookTopics } from '#shared/webhooks.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useTellNames } from '#web/components/form/form-names.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'

interface Values {
  name: string
  address: string
  events: WebhookEvent[]
  isActive: boolean
}
interface Props {
  /** Null: a new one. */
  webhook: Webhook | null
  tell: (told: { name: string; secret: string }) => void
  close: () => void
}

/** Creates a webhook or changes one: name, address, events. */
export function WebhookDialog({ webhook, tell, close }: Props) {
  const { t } = useTranslation('webhooks')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const make = async ({ name, address, events }: Values) =>
    tell(await call(webhooks.create, { body: { name, address, events } }))
  const change = (values: Values, version: number | undefined) =>
    call(webhooks.update, { params: { id: webhook?.id ?? '' }, body: { ...values, version } })
  return (
    <FormDialog<Values>
      title={webhook ? t($ => $.editTitle, { name: webhook.name }) : t($ => $.new)}
      width={600}
      {...(webhook && { version: webhook.version })}
      initial={webhook ?? { name: '', address: '', events: [], isActive: true }}
      save={webhook ? change : make}
      success={webhook ? t($ => $.saved) : t($ => $.made)}
      labels={{
        name: t($ => $.name),
        address: t($ => $.address),
        events: t($ => $.events),
        isActive: t($ => $.sending),
      }}
      close={close}
    >
      <FormField name="name" label={t($ => $.name)} rules={required}>
        <Input maxLength={60} placeholder={t($ => $.nameHint)} />
      </FormField>
      <FormField name="address" label={t($ => $.address)} extra={t($ => $.addressSays)} rules={required}>
        <Input maxLength={500} inputMode="url" placeholder="https://" />
      </FormField>
      <FormField
        name="events"
        label={t($ => $.events)}
        extra={t($ => $.eventsSay)}
        rules={[{ required: true, type: 'array', min: 1, message: t($ => $.eventWanted) }]}
      >
        <Events />
      </FormField>
      {webhook && (
        <FormField name="isActive" label={t($ => $.sending)} valuePropName="checked">
          <Checkbox>{t($ => $.isActive)}</Checkbox>
        </FormField>
      )}
    </FormDialog>
  )
}

/** The events the user may see themselves, by topic; one chosen by somebody else can be removed. */
function Events({
  value = [],
  onChange,
}: {
  value?: WebhookEvent[]
  onChange?: (events: WebhookEvent[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const language = usePreferences(({ language }) => language)
  const grants = useSession(({ grants }) => grants)
  const offered = (Object.keys(webhookEvents) as WebhookEvent[]).filter(
    event => mayHear(grants, event) || value.includes(event),
  )
  const named = useMemo(
    () => Object.entries(webhookEvents).map(([value, said]) => ({ value, label: said[language] })),
    [language],
  )
  useTellNames(named)
  const topics = (Object.keys(webhookTopics) as (keyof typeof webhookTopics)[]).filter(topic =>
    offered.some(event => topicOf(event) === topic),
  )
  const toggle = (event: WebhookEvent) =>
    onChange?.(offered.filter(each => (each === event ? !value.includes(each) : value.includes(each))))
  return (
    <div className="webhook-choices">
      {topics.map(topic => (
        <fieldset key={topic}>
          <legend>{t($ => $.topics[topic])}</legend>
          {offered
            .filter(event => topicOf(event) === topic)
            .map(event => (
              <Checkbox key={event} checked={value.includes(event)} onChange={() => toggle(event)}>
                {webhookEvents[event][language]}
              </Checkbox>
            ))}
        </fieldset>
      ))}
    </div>
  )
}
