import { useTranslation } from 'react-i18next'
import { Choice } from '#web/components/choice.tsx'
import { FormField } from '#web/components/form/form-field.tsx'

/** A question that must be answered: neither answer is chosen before. */
export function YesNo({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('overhaul')
  return (
    <FormField name={name} label={label} rules={[{ required: true, message: t($ => $.test.answer) }]}>
      <Answer label={label} />
    </FormField>
  )
}

interface AnswerProps {
  label: string
  value?: boolean | null
  onChange?: (value: boolean) => void
}

function Answer({ label, value, onChange }: AnswerProps) {
  const { t } = useTranslation('overhaul')
  const options = [
    ['yes', t($ => $.test.yes)],
    ['no', t($ => $.test.no)],
  ] as const
  const chosen = value === true ? 'yes' : value === false ? 'no' : undefined
  return <Choice label={label} options={options} chosen={chosen} choose={key => onChange?.(key === 'yes')} />
}
