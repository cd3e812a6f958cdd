import { Form } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { questionFields, questions } from '#shared/contracts/questions.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { SimilarArticles } from '#web/components/help/similar-articles.tsx'
import { type Begun, useBegun } from '#web/components/help/use-begun.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import type { Search } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof questions.create.body>

interface Props {
  /** The address: says what the question is about, if it was started from there. */
  search: Search
  close: () => void
  open: (id: string) => void
}

/** Asks the provider a question, which then opens beside the list. */
export function QuestionForm(props: Props) {
  const begun = useBegun(props.search)
  return begun && <Asking {...props} begun={begun} />
}

function Asking({ begun, close, open }: Props & { begun: Begun }) {
  const { t } = useTranslation('questions')
  const made = useRef('')
  const { house, device, says } = begun
  return (
    <FormDialog<Values>
      title={t($ => $.ask)}
      initial={{
        text: says && `${says}\n`,
        pictures: [],
        houseId: house?.id ?? null,
        deviceId: device?.id ?? null,
      }}
      save={async values => {
        const { id } = await call(questions.create, { body: values })
        made.current = id
      }}
      saved={() => open(made.current)}
      success={t($ => $.asked)}
      doing={t($ => $.send)}
      close={close}
    >
      <FieldInputs fields={questionFields} shown={['text']} />
      <Similar />
      <FieldInputs fields={questionFields} shown={['pictures']} />
      <TicketPlace house={house} device={device} />
    </FormDialog>
  )
}

/** Articles that may already answer it. */
function Similar() {
  const { t } = useTranslation('questions')
  const text: unknown = Form.useWatch('text', Form.useFormInstance())
  return <SimilarArticles text={typeof text === 'string' ? text : ''} label={t($ => $.similar)} />
}
