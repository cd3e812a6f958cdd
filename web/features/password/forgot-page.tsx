import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { password } from '#shared/contracts/password.ts'
import { paths } from '#shared/screens.ts'
import { PlainInput, PlainProblem } from '#web/components/plain-input.tsx'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePlainForm } from '#web/components/use-plain-form.ts'
import { call } from '#web/data/client.ts'
import '#web/components/plain-button.css'
import '#web/components/plain-page.css'

/** `/user/forget-pwd`: mails a new password to the account's address, if there is one. */
export function ForgotPage() {
  const { t } = useTranslation('password')
  const { open } = useScreen()
  const [email, setEmail] = useState('')
  const { busy, props, problemOf } = usePlainForm(
    async () => {
      await call(password.forgot, { body: { email } })
      open(paths.passwordSent)
    },
    (): Record<string, string> =>
      /^\S+@\S+\.\S+$/.test(email.trim()) ? {} : { email: t($ => $.emailWanted) },
  )
  return (
    <PublicFrame>
      <main className="plain-page">
        <h1>{t($ => $.forgotTitle)}</h1>
        <p>{t($ => $.forgotSays)}</p>
        <form {...props}>
          <PlainInput
            label={t($ => $.email)}
            {...{ icon: Mail, type: 'email', name: 'email', autoComplete: 'email', maxLength: 190 }}
            placeholder="name@example.com"
            value={email}
            change={setEmail}
            problem={problemOf('email')}
          />
          <PlainProblem id="forgot-problem" text={problemOf('')} />
          <button type="submit" className="plain-button" data-primary aria-busy={busy}>
            {t($ => $.send)}
          </button>
        </form>
        <p className="plain-after">
          <a href={paths.login}>{t($ => $.back)}</a>
        </p>
      </main>
    </PublicFrame>
  )
}
