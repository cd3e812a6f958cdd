import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, MailX, Unplug, UserX } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { personal } from '#shared/contracts/personal.ts'
import { paths } from '#shared/screens.ts'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { call } from '#web/data/client.ts'
import { queries, readAgain } from '#web/data/queries.ts'
import { useSession } from '#web/data/session.ts'
import '#web/components/plain-button.css'

const icons = { checking: Hourglass, confirmed: CircleCheck, taken: UserX, expired: MailX, failed: Unplug }

/** `/confirm-email`: the mailed link activates a new address, whoever is signed in here, or nobody. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('confirm-email')
  const { search } = useScreen()
  const isSignedIn = useSession(({ user }) => user !== null)
  const token = search.token ?? ''
  // Repeating it changes nothing at the server, so it may be called like a query.
  const { data, isError, refetch } = useQuery({
    queryKey: [personal.confirmEmail.path, token],
    queryFn: () => call(personal.confirmEmail, { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const state = token === '' ? 'expired' : (data?.state ?? (isError ? 'failed' : 'checking'))
  useEffect(() => {
    if (state === 'confirmed') void readAgain(queries, [personal.profile.path])
  }, [state])
  const says = (
    <Statement icon={icons[state]} title={t($ => $.states[state].title)} text={t($ => $.states[state].says)}>
      {state === 'failed' && (
        <button type="button" className="plain-button" data-primary onClick={() => void refetch()}>
          {t($ => $.retry)}
        </button>
      )}
      <a className="plain-button" href={isSignedIn ? paths.personal : paths.login}>
        {isSignedIn ? t($ => $.toProfile) : t($ => $.toSignIn)}
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
