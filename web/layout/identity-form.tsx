import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UserInfo } from '#shared/contracts/session.ts'
import { CodeField } from '#web/components/code-field.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { CallError } from '#web/data/client.ts'
import { mayUsePasskeys, signWithPasskey, type WantedFactor, wantedFactor } from '#web/data/second-factor.ts'
import type { GivenFactor } from '#web/data/session.ts'
import '#web/components/form/form-dialog.css'
import './notices.css'

interface Props {
  user: UserInfo
  says: ReactNode
  /** Sends the proof; fails as `call` does. */
  prove: (password: string, factor: GivenFactor) => Promise<void>
  /** The label of the button that continues, and the way out. */
  doing: string
  out: { label: string; leave: () => void }
}

/** Asks the user of a session to prove again who they are: the password, then the second factor if there is one. */
export function IdentityForm({ user, says, prove, doing, out }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [password, setPassword] = useState('')
  const [wanted, setWanted] = useState<WantedFactor | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const give = async (factor: GivenFactor) => {
    if (busy || password === '') return
    setBusy(true)
    setProblem('')
    try {
      await prove(password, factor)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const next = wantedFactor(error)
      const isFirst = next !== null && wanted === null
      setProblem(
        error.status === 0 ? t($ => $.cannotStart) : isFirst ? '' : error.message || t($ => $.wrongPassword),
      )
      // Every answer brings a new challenge.
      if (next) setWanted(next)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // If a dialog asked for this one, its React form encloses it.
    event.stopPropagation()
    void give(code.trim() === '' ? {} : { otp: code.trim() })
  }
  const passkey = mayUsePasskeys() ? wanted?.passkey : null
  const sign = async (options: NonNullable<typeof passkey>) => {
    const answer = await signWithPasskey(options).catch(() => null)
    if (answer) await give({ passkey: answer })
    else setProblem(t($ => $.passkeyFailed))
  }
  const field = { isWrong: problem !== '', problem: `${id}problem` }
  return (
    <form className="session-over stack gap-3" onSubmit={submit}>
      <p>{says}</p>
      <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
      {wanted ? (
        <CodeField id={`${id}code`} value={code} change={setCode} {...field} />
      ) : (
        <>
          <label htmlFor={id}>{t($ => $.password)}</label>
          <PasswordField id={id} autoFocus value={password} change={setPassword} {...field} />
        </>
      )}
      <p id={`${id}problem`} role="alert">
        {problem}
      </p>
      <div className="dialog-foot">
        <Button type="text" onClick={out.leave}>
          {out.label}
        </Button>
        {passkey && <Button onClick={() => void sign(passkey)}>{t($ => $.usePasskey)}</Button>}
        <Button type="primary" htmlType="submit" loading={busy}>
          {doing}
        </Button>
      </div>
    </form>
  )
}
