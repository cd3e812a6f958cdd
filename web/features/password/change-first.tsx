import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { password } from '#shared/contracts/password.ts'
import { PASSWORD } from '#shared/limits.ts'
import { NewPasswordRow } from '#web/components/new-password.tsx'
import { PlainProblem } from '#web/components/plain-input.tsx'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { usePlainForm } from '#web/components/use-plain-form.ts'
import { call } from '#web/data/client.ts'
import { enterAfterChange, signOut } from '#web/data/session.ts'
import '#web/components/plain-button.css'
import '#web/components/plain-page.css'

/** All a user signed in with a mailed password sees, at any address, until they choose their own. */
export function ChangeFirst({ username, entered }: { username: string; entered: () => void }) {
  const { t } = useTranslation('password')
  const [chosen, setChosen] = useState('')
  const [again, setAgain] = useState('')
  const check = (): Record<string, string> => {
    if (chosen.length < PASSWORD.min) return { newPassword: t($ => $.tooShort, { limit: PASSWORD.min }) }
    return chosen === again ? {} : { confirmPassword: t($ => $.notSame) }
  }
  const { busy, props, problemOf } = usePlainForm(async () => {
    await call(password.change, { body: { newPassword: chosen, confirmPassword: again } })
    await enterAfterChange()
    entered()
  }, check)
  return (
    <PublicFrame>
      <main className="plain-page">
        <h1>{t($ => $.changeTitle)}</h1>
        <p>{t($ => $.changeSays)}</p>
        <form {...props}>
          {/* Tells password managers whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          <NewPasswordRow
            label={t($ => $.newPassword)}
            {...{ name: 'newPassword', value: chosen, change: setChosen, problem: problemOf('newPassword') }}
          />
          <NewPasswordRow
            label={t($ => $.confirmPassword)}
            {...{ name: 'confirmPassword', value: again, change: setAgain }}
            problem={problemOf('confirmPassword')}
          />
          <PlainProblem id="change-problem" text={problemOf('')} />
          <button type="submit" className="plain-button" data-primary aria-busy={busy}>
            {t($ => $.change)}
          </button>
        </form>
        <p className="plain-after">
          <button type="button" className="plain-button" onClick={() => void signOut()}>
            {t($ => $.signOut)}
          </button>
        </p>
      </main>
    </PublicFrame>
  )
}
