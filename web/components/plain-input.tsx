import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { StateMark } from './state-mark.tsx'
import './plain-field.css'

interface FieldProps {
  label: string
  problem: string | null
  icon?: LucideIcon
  /** Receives the attributes of an input labelled by the label and described by the problem. */
  children: (input: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }) => ReactNode
}

/** A labelled field on a page that loads before antd, with its error below. */
export function PlainField({ label, problem, icon: Icon, children }: FieldProps) {
  const id = useId()
  const wrong = `${id}problem`
  return (
    <div className="plain-row">
      <label htmlFor={id}>{label}</label>
      <div className="plain-field" data-wrong={problem !== null || undefined}>
        {Icon && <Icon size={17} aria-hidden />}
        {children({ id, 'aria-invalid': problem !== null, 'aria-describedby': wrong })}
      </div>
      <PlainProblem id={wrong} text={problem} />
    </div>
  )
}

/** A field's error; its place stays when there is none. */
export function PlainProblem({ id, text }: { id: string; text: string | null }) {
  return (
    <p id={id} className="plain-problem row gap-15" role="alert">
      {text && (
        <>
          <StateMark state="alarm" /> {text}
        </>
      )}
    </p>
  )
}

type InputProps = Omit<FieldProps, 'children'> &
  Pick<
    ComponentProps<'input'>,
    'name' | 'type' | 'autoComplete' | 'inputMode' | 'maxLength' | 'placeholder'
  > & {
    value: string
    change: (value: string) => void
  }

/** A text field. Native: password managers and phones know what to fill in. */
export function PlainInput({ label, problem, icon, value, change, ...input }: InputProps) {
  return (
    <PlainField label={label} problem={problem} {...(icon && { icon })}>
      {ids => (
        <input
          {...ids}
          {...input}
          autoCapitalize={input.type === 'email' ? 'none' : undefined}
          spellCheck={false}
          value={value}
          onChange={event => change(event.target.value)}
        />
      )}
    </PlainField>
  )
}
