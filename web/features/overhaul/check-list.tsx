import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { overhaulResults } from '#shared/overhaul.ts'
import { Choice } from '#web/components/choice.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

type Result = keyof typeof overhaulResults
/** The result of each check made. */
export type Checked = Readonly<Record<string, Result>>

/** `checked` in a form: every line of a check list needs a result, so that none is missed. */
export function CheckList({ checks }: { checks: readonly string[] }) {
  const { t } = useTranslation('overhaul')
  const checked: Checked = Form.useWatch('checked') ?? {}
  const hasFailed = checks.some(check => checked[check] === 'failed')
  const all = (_: unknown, value: Checked = {}) =>
    checks.every(check => check in value) ? Promise.resolve() : Promise.reject(new Error(t($ => $.judgeAll)))
  return (
    <FormField
      name="checked"
      label={t($ => $.checks)}
      rules={[{ validator: all }]}
      extra={hasFailed ? t($ => $.failedOpens) : undefined}
    >
      <Lines checks={checks} />
    </FormField>
  )
}

interface Lines {
  checks: readonly string[]
  value?: Checked
  onChange?: (value: Checked) => void
}

function Lines({ checks, value = {}, onChange }: Lines) {
  const language = usePreferences(({ language }) => language)
  const results = Object.entries(overhaulResults).map(
    ([result, words]) => [result as Result, words[language]] as const,
  )
  return (
    <ul className="overhaul-checks">
      {checks.map(check => (
        <li key={check} data-result={value[check]}>
          <span>{check}</span>
          <Choice
            label={check}
            options={results}
            chosen={value[check]}
            choose={result => onChange?.({ ...value, [check]: result })}
          />
        </li>
      ))}
    </ul>
  )
}
