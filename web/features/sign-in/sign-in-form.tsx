import { Button } from 'antd'
import { Eye, EyeOff, Lock, User } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '#web/components/state-mark.tsx'
import type { SignIn } from './use-sign-in.ts'

/** Native fields: password managers know them, and the first page of the product stays light. */
export function SignInForm({ busy, problem, tryWith, forgot = null }: SignIn & { forgot?: ReactNode }) {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
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
      <div className="sign-in-field" data-wrong={missingAccount !== null || undefined}>
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
        />
      </div>
      <Problem id={`${id}account-problem`} text={missingAccount} />
      <div className="sign-in-label">
        <label htmlFor={`${id}password`}>{t($ => $.password)}</label>
        {forgot}
      </div>
      <div className="sign-in-field" data-wrong={passwordProblem !== null || undefined}>
        <Lock size={17} aria-hidden />
        <input
          id={`${id}password`}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={event => setPassword(event.target.value)}
          aria-invalid={passwordProblem !== null}
          aria-describedby={`${id}password-problem`}
        />
        <button
          type="button"
          aria-label={shown ? t($ => $.hidePassword) : t($ => $.showPassword)}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
        </button>
      </div>
      <Problem id={`${id}password-problem`} text={passwordProblem} />
      <Button type="primary" htmlType="submit" size="large" block loading={busy}>
        {t($ => $.submit)}
      </Button>
    </form>
  )
}

function Problem({ id, text }: { id: string; text: string | null }) {
  return (
    <p id={id} className="sign-in-problem" role="alert">
      {text && (
        <>
          <StateMark state="alarm" /> {text}
        </>
      )}
    </p>
  )
}
