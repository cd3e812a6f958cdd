import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import './plain-field.css'

interface Props {
  id: string
  value: string
  change: (value: string) => void
  isWrong?: boolean
  /** Id of the element that describes the problem. */
  problem: string
}

/** A code from an app or from paper. A native field, so that phones and password managers can fill it in. */
export function CodeField({ id, value, change, isWrong = false, problem }: Props) {
  const { t } = useTranslation('components')
  return (
    <>
      <label htmlFor={id}>{t($ => $.code)}</label>
      <div className="plain-field" data-wrong={isWrong || undefined}>
        <KeyRound size={17} aria-hidden />
        <input
          id={id}
          className="num"
          name="otp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: nothing else is asked at this step
          autoFocus
          maxLength={16}
          value={value}
          onChange={event => change(event.target.value)}
          aria-invalid={isWrong}
          aria-describedby={problem}
        />
      </div>
    </>
  )
}
