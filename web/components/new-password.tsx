import { useId } from 'react'
import { PasswordField } from './password-field.tsx'
import { PlainProblem } from './plain-input.tsx'

interface Props {
  label: string
  name: string
  value: string
  change: (value: string) => void
  problem: string | null
}

/** A field for choosing a password; password managers can suggest one. */
export function NewPasswordRow({ label, name, value, change, problem }: Props) {
  const id = useId()
  return (
    <div className="plain-row">
      <label htmlFor={id}>{label}</label>
      <PasswordField
        {...{ id, name, value, change, autoComplete: 'new-password' }}
        isWrong={problem !== null}
        problem={`${id}problem`}
      />
      <PlainProblem id={`${id}problem`} text={problem} />
    </div>
  )
}
