import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { labelIn } from '#shared/setting-days.ts'
import { type SettingSignal, type SettingValue, sayProblem } from '#shared/signals.ts'
import { usePreferences, useReader } from '#web/data/preferences.ts'
import { bitsOf, kindOf, readTyped, sayValue, typedText } from './cell-value.ts'
import { useEditing } from './editing.ts'

interface Props {
  signal: SettingSignal
  /** Stands alone, with its unit and errors below it. */
  isSingle?: boolean
}

/** One setting to type or choose; marked if it differs from the controller's, or breaks a rule. */
export function SettingCell({ signal, isSingle = false }: Props) {
  const { t } = useTranslation('settings')
  const reader = useReader()
  const { document, changed, values, problemOf, problems, type, mayEdit } = useEditing()
  const id = useId()
  const value = document[signal.name] ?? null
  const isChanged = changed.includes(signal.name)
  const problem = problemOf(signal.name)
  const isBroken = problem !== undefined && problems.includes(problem)
  const said = problem && sayProblem(problem, reader)
  const before = isChanged
    ? t($ => $.was, { value: sayValue(values[signal.name], signal, reader) })
    : undefined
  const given = {
    signal: { ...signal, label: labelIn(signal, document) },
    value,
    change: (next: SettingValue | null) => type({ [signal.name]: next }),
    isDisabled: !mayEdit,
    describedBy: said || before ? id : undefined,
  }
  return (
    <span
      className="setting-cell"
      data-setting={signal.name}
      data-changed={isChanged || undefined}
      data-fault={isBroken ? 'broken' : problem && 'risk'}
    >
      <Control {...given} />
      {(said || before) && (
        <span id={id} className={isSingle || isBroken ? 'setting-cell-says' : 'visually-hidden'}>
          {said ?? before}
        </span>
      )}
    </span>
  )
}

interface ControlProps {
  signal: SettingSignal
  value: SettingValue | null
  change: (value: SettingValue | null) => void
  isDisabled: boolean
  describedBy: string | undefined
}

function Control(props: ControlProps) {
  switch (kindOf(props.signal)) {
    case 'switch':
      return <Switch {...props} />
    case 'choice':
      return props.signal.name.includes('/FanGroupMode/') ? <FanMode {...props} /> : <Select {...props} />
    case 'bits':
      return <Bits {...props} />
    default:
      return <Typed {...props} />
  }
}

/** A number or a time; the text stays as typed until the cell is left. */
function Typed({ signal, value, change, isDisabled, describedBy }: ControlProps) {
  const reader = useReader()
  const { language } = reader
  const [text, setText] = useState<string | null>(null)
  const isClock = kindOf(signal) === 'clock'
  return (
    <input
      className="num"
      aria-label={signal.label[language]}
      aria-describedby={describedBy}
      inputMode={isClock ? 'text' : 'decimal'}
      autoComplete="off"
      disabled={isDisabled}
      value={text ?? typedText(value, signal, reader)}
      onFocus={event => event.target.select()}
      onChange={({ target }) => {
        setText(target.value)
        change(isClock ? target.value : readTyped(target.value, signal, reader))
      }}
      onBlur={() => setText(null)}
    />
  )
}

function Select({ signal, value, change, isDisabled, describedBy }: ControlProps) {
  const language = usePreferences(({ language }) => language)
  return (
    <select
      aria-label={signal.label[language]}
      aria-describedby={describedBy}
      disabled={isDisabled}
      value={String(value)}
      onChange={({ target }) => change(Number(target.value))}
    >
      {Object.entries(signal.enum ?? {}).map(([code, word]) => (
        <option key={code} value={code}>
          {word[language]}
        </option>
      ))}
    </select>
  )
}

function Switch({ signal, value, change, isDisabled, describedBy }: ControlProps) {
  const language = usePreferences(({ language }) => language)
  return (
    <input
      type="checkbox"
      aria-label={signal.label[language]}
      aria-describedby={describedBy}
      disabled={isDisabled}
      checked={value === true}
      onChange={({ target }) => change(target.checked)}
    />
  )
}

/** Which of several probes: a switch for each number. */
function Bits({ signal, value, change, isDisabled, describedBy }: ControlProps) {
  const language = usePreferences(({ language }) => language)
  const bits = typeof value === 'number' ? value : 0
  return (
    <fieldset className="setting-bits" aria-label={signal.label[language]} aria-describedby={describedBy}>
      {bitsOf(signal.high).map(bit => (
        <button
          key={bit}
          type="button"
          className="num"
          aria-pressed={bitsOf(bits).includes(bit)}
          disabled={isDisabled}
          onClick={() => change((bits ^ (1 << (bit - 1))) >>> 0)}
        >
          {bit}
        </button>
      ))}
    </fieldset>
  )
}

const MODES = 3

/** Off, on, on the timer: a press goes to the next, a digit to each. */
function FanMode({ signal, value, change, isDisabled, describedBy }: ControlProps) {
  const language = usePreferences(({ language }) => language)
  const mode = typeof value === 'number' ? value : 0
  const word = signal.enum?.[mode]?.[language] ?? ''
  return (
    <button
      type="button"
      className="fan-mode"
      data-mode={mode}
      aria-label={`${signal.label[language]}: ${word}`}
      aria-describedby={describedBy}
      title={word}
      disabled={isDisabled}
      onClick={() => change((mode + 1) % MODES)}
      onKeyDown={({ key }) => {
        if (/^[0-2]$/.test(key)) change(Number(key))
      }}
    />
  )
}
