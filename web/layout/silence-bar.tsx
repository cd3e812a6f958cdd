import { useQuery } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Silence, silence } from '#shared/contracts/silence.ts'
import { numberText } from '#web/components/number-text.ts'
import { Moment } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import './notices.css'

/** Another administrator may end it meanwhile. ms */
const REREAD_MS = 30_000

/** Tells staff that this installation was restored and sends nothing; an administrator can say that it is the real one. */
export function SilenceBar() {
  const { t } = useTranslation()
  const { data: now } = useQuery({
    queryKey: [silence.read.path],
    queryFn: () => call(silence.read),
    refetchInterval: REREAD_MS,
  })
  if (!now) return null
  return (
    <div className="notice-bar" data-kind="alarm" role="status">
      <BellOff size={17} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t($ => $.silence.title)}</strong>
        {t($ => $.silence.says)}{' '}
        <span className="notice-next">
          {t($ => $.silence.since)} <Moment at={now.since} />
        </span>
      </span>
      <EndButton now={now} />
    </div>
  )
}

function EndButton({ now }: { now: Silence }) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const { submit } = useSubmit({ success: t($ => $.silence.ended) })
  const may = useMayCall(silence.end)
  if (!may) return null
  const ask = () =>
    void modal.confirm({
      title: t($ => $.silence.question),
      content: <Consequences now={now} />,
      okText: t($ => $.silence.end),
      cancelText: t($ => $.silence.notYet),
      onOk: () => submit(() => call(silence.end)),
    })
  return (
    <Button size="small" onClick={ask}>
      {t($ => $.silence.end)}
    </Button>
  )
}

/** What to look at before, what follows, and what was and stays held back. */
function Consequences({ now: { gateways, alarms, heldBack } }: { now: Silence }) {
  const { t } = useTranslation()
  const reader = useReader()
  const number = (value: number) => numberText(value, 0, reader)
  const { mails, pushes, calls, webhooks, messages } = heldBack
  return (
    <div className="stack">
      <p>{t($ => $.silence.original)}</p>
      <p>{t($ => $.silence.gateways, { heard: number(gateways.heard), all: number(gateways.all) })}</p>
      <p>{t($ => $.silence.alarms, { count: alarms })}</p>
      <p>
        {t($ => $.silence.heldBack, {
          mails: number(mails),
          pushes: number(pushes),
          calls: number(calls),
          webhooks: number(webhooks),
          messages: number(messages),
        })}
      </p>
    </div>
  )
}
