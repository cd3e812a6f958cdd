import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '#web/components/code-field.tsx'
import { mayUsePasskeys, signWithPasskey, type WantedFactor } from '#web/data/second-factor.ts'
import { Problem } from './sign-in-form.tsx'
import type { SignIn } from './use-sign-in.ts'

type Props = Pick<SignIn, 'busy' | 'problem' | 'tryFactor' | 'startAnew'> & { wanted: WantedFactor }

/** After the right password: an app's code, a recovery code, or a passkey. */
export function FactorForm({ busy, problem, tryFactor, startAnew, wanted }: Props) {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const [code, setCode] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const { passkey, hasApp } = wanted
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasFailed(false)
    if (code.trim() !== '') void tryFactor({ otp: code.trim() })
  }
  const sign = async () => {
    if (!passkey) return
    setHasFailed(false)
    const answer = await signWithPasskey(passkey).catch(() => null)
    if (answer) await tryFactor({ passkey: answer })
    else setHasFailed(true)
  }
  const says = hasFailed ? t($ => $.passkeyFailed) : problem
  return (
    <form onSubmit={submit} noValidate>
      <h2>{t($ => $.secondTitle)}</h2>
      <p className="sign-in-second">{hasApp ? t($ => $.secondApp) : t($ => $.secondCodes)}</p>
      {passkey && mayUsePasskeys() && (
        <button
          type="button"
          className="plain-button"
          data-primary={!hasApp || undefined}
          onClick={() => void sign()}
        >
          {t($ => $.usePasskey)}
        </button>
      )}
      <CodeField
        id={`${id}code`}
        value={code}
        change={setCode}
        isWrong={problem !== null}
        problem={`${id}problem`}
      />
      <Problem id={`${id}problem`} text={says} />
      <button type="submit" className="plain-button" data-primary aria-busy={busy}>
        {t($ => $.confirm)}
      </button>
      <button type="button" className="plain-button sign-in-anew" onClick={startAnew}>
        {t($ => $.startAnew)}
      </button>
    </form>
  )
}
