import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, MailX, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { paths } from '#shared/screens.ts'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import '#web/components/plain-button.css'

const icons = { checking: Hourglass, proven: CircleCheck, expired: MailX, failed: Unplug }

/** `/reached`: the mailed link proves that mails about alarms arrive, whoever is signed in here, or nobody. */
export function ReachedPage() {
  const { t } = useTranslation('reached')
  const { search } = useScreen()
  const isSignedIn = useSession(({ user }) => user !== null)
  const token = search.token ?? ''
  // Repeating it changes nothing at the server, so it may be called like a query.
  const { data, isError, refetch } = useQuery({
    queryKey: [alarmWays.confirmWay.path, token],
    queryFn: () => call(alarmWays.confirmWay, { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const state = token === '' ? 'expired' : (data?.state ?? (isError ? 'failed' : 'checking'))
  const says = (
    <Statement icon={icons[state]} title={t($ => $.states[state].title)} text={t($ => $.states[state].says)}>
      {state === 'failed' && (
        <button type="button" className="plain-button" data-primary onClick={() => void refetch()}>
          {t($ => $.retry)}
        </button>
      )}
      <a className="plain-button" href={isSignedIn ? paths.home : paths.login}>
        {isSignedIn ? t($ => $.toStart) : t($ => $.toSignIn)}
      </a>
    </Statement>
  )
  if (isSignedIn) return <div aria-busy={state === 'checking'}>{says}</div>
  return (
    <PublicFrame>
      <main aria-busy={state === 'checking'}>{says}</main>
    </PublicFrame>
  )
}
