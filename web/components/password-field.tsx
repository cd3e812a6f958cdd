import { Eye, EyeOff, Lock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './plain-field.css'

interface Props {
  id: string
  value: string
  change: (value: string) => void
  isWrong: boolean
  /** Id of the element that describes the problem. */
  problem: string
  autoFocus?: boolean
  name?: string
  autoComplete?: 'current-password' | 'new-password'
}

/** A password, by default the one to sign in with, which can be shown. A native field: password managers recognize it. */
export function PasswordField({ id, value, change, isWrong, problem, autoFocus, ...kind }: Props) {
  const { name = 'password', autoComplete = 'current-password' } = kind
  const { t } = useTranslation('components')
  const [shown, setShown] = useState(false)
  return (
    <div className="plain-field" data-wrong={isWrong || undefined}>
      <Lock size={17} aria-hidden />
      <input
        id={id}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={autoComplete}
        // biome-ignore lint/a11y/noAutofocus: a dialog that asks for nothing else
        autoFocus={autoFocus}
        maxLength={128}
        value={value}
        onChange={event => change(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={problem}
      />
      <button
        type="button"
        className="inner-button"
        aria-label={shown ? t($ => $.hidePassword) : t($ => $.showPassword)}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
      </button>
    </div>
  )
}
