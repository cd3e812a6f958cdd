import { User } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#web/components/password-field.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import type { SignIn } from './use-sign-in.ts'
import '#web/components/plain-button.css'

type Props = Pick<SignIn, 'busy' | 'problem' | 'tryWith'> & { forgot?: ReactNode }

/** Native fields and button: password managers recognize them, and the first page stays light. */
export function SignInForm({ busy, problem, tryWith, forgot = null }: Props) {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [asked, setAsked] = useState(false)
  const missingAccount = asked && account.trim() === '' ? t($ => $.accountWanted) : null
  const missingPassword = asked && password === '' ? t($ => $.passwordWanted) : null
  const passwordProblem = missingPassword ?? (missingAccount ? null : problem)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (account.trim() !== '' && password !== '') void tryWith(account.trim(), password)
  }
  return (
    <form onSubmit={submit} noValidate>
      <label htmlFor={`${id}account`}>{t($ => $.account)}</label>
      <div className="plain-field" data-wrong={missingAccount !== null || undefined}>
        <User size={17} aria-hidden />
        <input
          id={`${id}account`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          placeholder={t($ => $.accountHint)}
          value={account}
          onChange={event => setAccount(event.target.value)}
          aria-invalid={missingAccount !== null}
          aria-describedby={`${id}account-problem`}
          // biome-ignore lint/a11y/noAutofocus: the page is there to be signed in at
          autoFocus
        />
      </div>
      <Problem id={`${id}account-problem`} text={missingAccount} />
      {/* The link stands beside the label but comes after the field: Tab leads from the account to the password. */}
      <div className="sign-in-password">
        <label htmlFor={`${id}password`}>{t($ => $.password)}</label>
        <PasswordField
          id={`${id}password`}
          value={password}
          change={setPassword}
          isWrong={passwordProblem !== null}
          problem={`${id}password-problem`}
        />
        {forgot}
      </div>
      <Problem id={`${id}password-problem`} text={passwordProblem} />
      <button type="submit" className="plain-button" data-primary aria-busy={busy}>
        {t($ => $.submit)}
      </button>
    </form>
  )
}

export function Problem({ id, text }: { id: string; text: string | null }) {
  return (
    <p id={id} className="sign-in-problem row gap-15" role="alert">
      {text && (
        <>
          <StateMark state="alarm" /> {text}
        </>
      )}
    </p>
  )
}
