import { useTranslation } from 'react-i18next'
import { inquiries, inquiryFields } from '#shared/contracts/inquiries.ts'
import type { BasketLine } from '#shared/contracts/mall.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { useSentId } from '#web/components/use-sent-id.ts'
import { call } from '#web/data/client.ts'
import { askedLines } from './asked-lines.ts'

interface Props {
  lines: readonly BasketLine[]
  /** What the inquiry says to begin with. */
  text?: string
  close: () => void
}

/** Asks for price and delivery time of the basket's goods, which empties the basket, or for what is not in the mall. */
export function AskForm({ lines, text = '', close }: Props) {
  const { t } = useTranslation('mall')
  const sentId = useSentId()
  return (
    <FormDialog<{ text: string }>
      title={t($ => $.ask)}
      initial={{ text }}
      save={async ({ text }) => {
        await call(inquiries.create, { body: { text, pictures: [], lines: askedLines(lines), sentId } })
      }}
      success={t($ => $.asked)}
      doing={t($ => $.send)}
      close={close}
    >
      <FieldInputs fields={inquiryFields} shown={['text']} />
    </FormDialog>
  )
}
