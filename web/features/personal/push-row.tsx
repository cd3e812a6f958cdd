import { useQuery } from '@tanstack/react-query'
import { App, Switch } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { webPush } from '#shared/contracts/web-push.ts'
import { momentOf } from '#shared/dates.ts'
import { useZone } from '#web/components/time.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { listensAt, pushAbility, type Turned, turnPushOff, turnPushOn } from '#web/data/push/push.ts'
import { useSession } from '#web/data/session.ts'
import { keptToken } from '#web/data/token.ts'

const queryKey = [webPush.read.path]

/** Push is on if the browser listens at the endpoint the server knows for this session. */
async function isOn(): Promise<boolean> {
  const [known, endpoint] = await Promise.all([call(webPush.read), listensAt()])
  return endpoint !== null && endpoint === known.endpoint
}

/** Whether messages reach this browser while no page is open. `browsers`: the user's total. */
export function PushRow({ browsers }: { browsers: number }) {
  const { t } = useTranslation('personal')
  const id = useId()
  const { message } = App.useApp()
  const userId = useSession(({ user }) => user?.id)
  const { data: on } = useQuery({ queryKey, queryFn: isOn })
  const { busy, submit } = useSubmit()
  const [ended, setEnded] = useState<Turned | null>(null)
  const ability = pushAbility()
  const says = useWhat(on ?? false, ability === 'able' ? ended : ability)
  const others = browsers - (on ? 1 : 0)

  const turn = (wanted: boolean) =>
    submit(async () => {
      setEnded(null)
      const turned = wanted && userId ? await turnPushOn(userId) : await turnPushOff()
      if (!turned || turned === 'on') void message.success(t($ => $.messages.browser[turned ?? 'off']))
      else setEnded(turned)
    })
  return (
    <div className="personal-part personal-part-gap">
      <div className="messages-quiet split gap-6">
        <div>
          <strong id={id}>{t($ => $.messages.browser.title)}</strong>
          <p className="caption" role="status">
            {says}
          </p>
          {others > 0 && <p className="caption">{t($ => $.messages.browser.others, { count: others })}</p>}
        </div>
        <Switch
          aria-labelledby={id}
          checked={on ?? false}
          loading={busy || on === undefined}
          disabled={ability !== 'able'}
          onChange={wanted => void turn(wanted)}
        />
      </div>
    </div>
  )
}

type Why = Exclude<Turned | ReturnType<typeof pushAbility>, 'on' | 'able'>

/** The current state in a sentence: on until when, or why not. */
function useWhat(on: boolean, why: Why | 'on' | 'able' | null): string {
  const { t } = useTranslation('personal')
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  if (why !== null && why !== 'on' && why !== 'able') return t($ => $.messages.browser[why])
  if (!on) return t($ => $.messages.browser.offSays)
  const expiry = keptToken()?.expiry
  const date = expiry === undefined ? '' : momentOf(new Date(expiry), language, zone).replace(/:\d\d$/, '')
  return t($ => $.messages.browser.onSays, { date })
}
