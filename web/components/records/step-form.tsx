import { App, Form } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Fields } from '#shared/field.ts'
import type { Step } from '#shared/states.ts'
import { addNote, isNote } from '#web/data/offline/repairs.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { AnswerTemplates } from '../answers/answer-templates.tsx'
import { namedIn } from '../answers/named-in.ts'
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
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const outcome = useRef<'sent' | 'kept'>('sent')
  const isKeeping = isNote(endpoint)
  return (
    <FormDialog<object>
      title={`${step.label[language]} · ${row.number}`}
      initial={{ ...emptyTexts(fields), ...(step.startsFromRecord && saidOf(row, fields)) }}
      save={async values => {
        if (isKeeping) outcome.current = await addNote(row, values as Parameters<typeof addNote>[1])
        else await takeStep(endpoint, row, values)
      }}
      saved={() => {
        void message.success(outcome.current === 'kept' ? t($ => $.keptHere) : step.done[language])
        close()
      }}
      success=""
      doing={step.label[language]}
      close={close}
    >
      {step.asks && <p className="step-asks">{step.asks[language]}</p>}
      <FieldInputs fields={fields} keeps={isKeeping} />
      <Templates fields={fields} row={row} />
    </FormDialog>
  )
}

/** What a ticket is about, and where it is. */
type Ticket = Parameters<typeof namedIn>[0]
const isTicket = (row: object): row is Ticket => 'author' in row && 'customer' in row && 'house' in row

/** For staff who answer a ticket: templates for the step's text of several lines. */
function Templates({ fields, row }: { fields: Fields; row: object }) {
  const form = Form.useFormInstance()
  const [name, field] =
    Object.entries(fields).find(([, field]) => field.kind === 'text' && field.hasLines === true) ?? []
  if (name === undefined || field?.kind !== 'text' || !isTicket(row)) return null
  const insert = (more: string) => {
    const written: string = form.getFieldValue(name) ?? ''
    const text = written.trim() === '' ? more : `${written.trimEnd()}\n${more}`
    form.setFieldValue(name, text.slice(0, field.most))
  }
  return <AnswerTemplates named={namedIn(row)} insert={insert} />
}
