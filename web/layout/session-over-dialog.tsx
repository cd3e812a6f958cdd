import { Button, Modal } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { CodeField } from '#web/components/code-field.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { CallError } from '#web/data/client.ts'
import { useExpiry } from '#web/data/expiry.ts'
import { wantedFactor } from '#web/data/second-factor.ts'
import { signInAgain, signOut } from '#web/data/session.ts'
import '#web/components/form/form-dialog.css'
import './notices.css'

/** Over the pages when the session ended while something typed is not saved: the same user signs in and goes on. */
export function SessionOverDialog({ user }: { user: UserInfo }) {
  const isOver = useExpiry(({ isOver }) => isOver)
  return isOver ? <SignInAgain user={user} /> : null
}

function SignInAgain({ user }: { user: UserInfo }) {
  const { t } = useTranslation()
  const id = useId()
  const [password, setPassword] = useState('')
  const [wantsCode, setWantsCode] = useState(false)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    setProblem('')
    try {
      await signInAgain(password, code ? { otp: code } : {})
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (wantedFactor(error)) setWantsCode(true)
      setProblem(error.status === 0 ? t($ => $.cannotStart) : error.message || t($ => $.wrongPassword))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      zIndex={1200}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={null}
      title={t($ => $.sessionOver)}
    >
      <form className="session-over" onSubmit={event => void submit(event)}>
        <p>{t($ => $.sessionOverSays, { user: user.username })}</p>
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        <label htmlFor={id}>{t($ => $.password)}</label>
        <PasswordField
          id={id}
          autoFocus
          value={password}
          change={setPassword}
          isWrong={problem !== ''}
          problem={`${id}problem`}
        />
        {wantsCode && <CodeField id={`${id}code`} value={code} change={setCode} problem={`${id}problem`} />}
        <p id={`${id}problem`} role="alert">
          {problem}
        </p>
        <div className="dialog-foot">
          <Button type="text" onClick={() => void signOut()}>
            {t($ => $.discardAndLeave)}
          </Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t($ => $.signInAgain)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
