import type { Endpoint } from '#shared/endpoint.ts'
import type { Fields } from '#shared/field.ts'
import type { Step } from '#shared/states.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { emptyTexts, FieldInputs } from './field-inputs.tsx'
import { type Stepped, takeStep } from './use-steps.tsx'

interface Props {
  step: Step<string>
  endpoint: Endpoint
  row: Stepped
  /** Lists that the step makes stale. */
  close: () => void
}

/** A record's values of some fields. */
const saidOf = (row: object, fields: Fields) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in fields))

/** The form for a step's inputs, with its button. */
export function StepForm({ step, endpoint, row, close }: Props) {
  const language = usePreferences(({ language }) => language)
  const fields: Fields = step.fields ?? {}
  return (
    <FormDialog<object>
      title={`${step.label[language]} · ${row.number}`}
      initial={{ ...emptyTexts(fields), ...(step.startsFromRecord && saidOf(row, fields)) }}
      save={values => takeStep(endpoint, row, values)}
      success={step.done[language]}
      doing={step.label[language]}
      close={close}
    >
      {step.asks && <p className="step-asks">{step.asks[language]}</p>}
      <FieldInputs fields={fields} />
    </FormDialog>
  )
}
