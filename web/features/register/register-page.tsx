import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { registration } from '#shared/contracts/registration.ts'
import { PASSWORD } from '#shared/limits.ts'
import { paths } from '#shared/screens.ts'
import type { houseTypes } from '#shared/signals.ts'
import { NewPasswordRow } from '#web/components/new-password.tsx'
import { PlainInput, PlainProblem } from '#web/components/plain-input.tsx'
import { PublicFrame } from '#web/components/public-frame.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ServiceStatement } from '#web/components/service-statement.tsx'
import { usePlainForm } from '#web/components/use-plain-form.ts'
import { useStatement } from '#web/components/use-statement.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { call } from '#web/data/client.ts'
import { CountryField, HouseTypeField } from './choices.tsx'
import '#web/components/plain-button.css'
import '#web/components/plain-page.css'
import './register.css'

const EMPTY = {
  chineseName: '',
  englishName: '',
  contact: '',
  email: '',
  phone: '',
  country: '',
  city: '',
  houseType: '',
  houseCount: '',
  password: '',
  confirmPassword: '',
  agrees: false,
}
type Draft = typeof EMPTY
type TextField = Exclude<keyof Draft, 'agrees'>

const wanted = ['contact', 'email', 'phone', 'country', 'city', 'houseType', 'houseCount'] as const

/** `/user/register`: applies for a trial. The server decides; what it would certainly refuse is pointed out first. */
export function RegisterPage() {
  const { t } = useTranslation('register')
  const { t: words } = useTranslation('components')
  const { open } = useScreen()
  const [draft, setDraft] = useState(EMPTY)
  const statement = useStatement()
  const [isSent, setIsSent] = useState(false)
  useUnsaved(!isSent && JSON.stringify(draft) !== JSON.stringify(EMPTY))
  const change = (field: TextField) => (value: string) => setDraft(now => ({ ...now, [field]: value }))

  const check = () => {
    const found: Record<string, string> = {}
    for (const field of wanted) if (draft[field].trim() === '') found[field] = t($ => $.wanted)
    if (!draft.chineseName.trim() && !draft.englishName.trim()) found.englishName = t($ => $.nameWanted)
    if (!/^\S+@\S+\.\S+$/.test(draft.email.trim())) found.email = t($ => $.emailWanted)
    if (draft.password.length < PASSWORD.min) found.password = t($ => $.tooShort, { limit: PASSWORD.min })
    else if (draft.password !== draft.confirmPassword) found.confirmPassword = t($ => $.notSame)
    if (!draft.agrees) found.statement = t($ => $.agreeWanted)
    return found
  }
  const send = async () => {
    const { confirmPassword: _again, agrees: _agrees, houseType, houseCount, ...typed } = draft
    await call(registration.apply, {
      body: {
        ...typed,
        houseType: houseType as (typeof houseTypes)[number],
        houseCount: Number(houseCount),
        statement: statement.version,
      },
    })
    setIsSent(true)
    open(paths.registered)
  }
  const { busy, props, problemOf } = usePlainForm(send, check)
  const field = (name: TextField) => ({
    name,
    label: t($ => $.fields[name]),
    value: draft[name],
    change: change(name),
    problem: problemOf(name),
  })

  return (
    <PublicFrame>
      <main className="plain-page" data-wide>
        <h1>{t($ => $.title)}</h1>
        <p>{t($ => $.says)}</p>
        <form {...props} className="register">
          <fieldset>
            <legend>{t($ => $.company)}</legend>
            <PlainInput {...field('chineseName')} autoComplete="organization" maxLength={100} />
            <PlainInput {...field('englishName')} autoComplete="organization" maxLength={100} />
            <CountryField {...field('country')} />
            <PlainInput {...field('city')} autoComplete="address-level2" maxLength={100} />
            <HouseTypeField {...field('houseType')} />
            <PlainInput {...field('houseCount')} inputMode="numeric" maxLength={5} />
          </fieldset>
          <fieldset>
            <legend>{t($ => $.person)}</legend>
            <PlainInput {...field('contact')} autoComplete="name" maxLength={100} />
            <PlainInput {...field('phone')} type="tel" autoComplete="tel" maxLength={40} />
            <PlainInput {...field('email')} type="email" autoComplete="email" maxLength={190} />
            <p className="register-hint">{t($ => $.emailSays)}</p>
            <NewPasswordRow {...field('password')} />
            <NewPasswordRow {...field('confirmPassword')} />
          </fieldset>
          <details className="register-statement">
            <summary>
              {words($ => $.serviceStatement)}{' '}
              <small>{words($ => $.version, { version: statement.version })}</small>
            </summary>
            <ServiceStatement statement={statement} />
          </details>
          <label className="register-agree row gap-25">
            <input
              type="checkbox"
              name="statement"
              checked={draft.agrees}
              aria-invalid={problemOf('statement') !== null}
              aria-describedby="statement-problem"
              onChange={event => setDraft(now => ({ ...now, agrees: event.target.checked }))}
            />
            {t($ => $.agree)}
          </label>
          <PlainProblem id="statement-problem" text={problemOf('statement') ?? problemOf('')} />
          <button type="submit" className="plain-button" data-primary aria-busy={busy}>
            {t($ => $.apply)}
          </button>
        </form>
        <p className="plain-after">
          {t($ => $.hasAccount)} <a href={paths.login}>{t($ => $.signIn)}</a>
        </p>
      </main>
    </PublicFrame>
  )
}
