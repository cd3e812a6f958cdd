import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { questionFields, questions } from '#shared/contracts/questions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof questions.create.body>

/** Asks the provider something; the question then opens beside the list. */
export function QuestionForm({ close, open }: { close: () => void; open: (id: string) => void }) {
  const { t } = useTranslation('questions')
  return (
    <FormDialog<Values>
      title={t($ => $.ask)}
      initial={{ text: '', pictures: [] }}
      save={async values => {
        const { id } = await call(questions.create, { body: values })
        open(id)
      }}
      touches={[questions.list.path]}
      success={t($ => $.asked)}
      doing={t($ => $.send)}
      close={close}
    >
      <FieldInputs fields={questionFields} />
      <TicketPlace />
    </FormDialog>
  )
}
