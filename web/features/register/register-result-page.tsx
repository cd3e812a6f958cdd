import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Hourglass, LogIn, MailCheck, MailX, Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { registration } from '#shared/contracts/registration.ts'
import { paths } from '#shared/screens.ts'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Statement } from '#web/components/statement.tsx'
import { call } from '#web/data/client.ts'
import { useSession } from '#web/data/session.ts'
import '#web/components/plain-button.css'

const icons = {
  sent: MailCheck,
  checking: Hourglass,
  confirmed: CircleCheck,
  known: LogIn,
  expired: MailX,
  failed: Unplug,
}

/** `/user/register-result`: what happens next; with the token of the mailed link it confirms the address. */
export function RegisterResultPage() {
  const { t } = useTranslation('register')
  const { search } = useScreen()
  const token = search.token ?? ''
  // Somebody else may be signed in in the browser that opens the mailed link.
  const isInside = useSession(({ user }) => user !== null)
  // Repeating it changes nothing at the server, so it may be called like a query.
  const { data, isError, refetch } = useQuery({
    queryKey: [registration.confirm.path, token],
    queryFn: () => call(registration.confirm, { body: { token } }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const state = token === '' ? 'sent' : (data?.state ?? (isError ? 'failed' : 'checking'))
  return (
    <PublicFrame>
      <main aria-busy={state === 'checking'}>
        <Statement
          icon={icons[state]}
          title={t($ => $.result[state].title)}
          text={t($ => $.result[state].says)}
        >
          {state === 'failed' && (
            <button type="button" className="plain-button" data-primary onClick={() => void refetch()}>
              {t($ => $.retry)}
            </button>
          )}
          {state === 'expired' && (
            <a className="plain-button" data-primary href={paths.register}>
              {t($ => $.applyAgain)}
            </a>
          )}
          <a
            className="plain-button"
            data-primary={state === 'known' || undefined}
            href={isInside ? paths.home : paths.login}
          >
            {isInside ? t($ => $.goOn) : t($ => $.toSignIn)}
          </a>
        </Statement>
      </main>
    </PublicFrame>
  )
}
