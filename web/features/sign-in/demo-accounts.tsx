import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { demo } from '#shared/contracts/demo.ts'
import { call } from '#web/data/client.ts'
import { prefer, usePreferences } from '#web/data/preferences.ts'
import type { SignIn } from './use-sign-in.ts'

/** One button per account in demo mode; nothing outside it, where the server answers 404. */
export function DemoAccounts({ busy, tryWith }: Pick<SignIn, 'busy' | 'tryWith'>) {
  const { t } = useTranslation('sign-in')
  const language = usePreferences(({ language }) => language)
  const { data = [] } = useQuery({
    queryKey: [demo.accounts.path],
    queryFn: () => call(demo.accounts),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Visitors keep the language they see now, whatever the account's is.
  const signInAs = async (username: string, password: string) => {
    await tryWith(username, password)
    if (usePreferences.getState().language !== language) prefer({ language })
  }
  if (data.length === 0) return null
  return (
    <section className="sign-in-demo" aria-labelledby="demo-accounts">
      <p>
        <strong id="demo-accounts">{t($ => $.demo)}</strong> {t($ => $.demoSays)}
      </p>
      <ul>
        {data.map(({ label, username, password, kind }) => (
          <li key={username}>
            <button
              type="button"
              className="card"
              disabled={busy}
              onClick={() => void signInAs(username, password)}
            >
              <strong>{label[language]}</strong>
              <span>
                {username} · {t($ => $.kinds[kind])}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
