import { useTranslation } from 'react-i18next'
import { inquiries, inquiryFields } from '#shared/contracts/inquiries.ts'
import type { BasketLine } from '#shared/contracts/mall.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'
import { askedLines } from './asked-lines.ts'
import { useBasketChange } from './use-mall.ts'

/** Asks for price and delivery time of the basket's goods; this empties the basket. */
export function AskForm({ lines, close }: { lines: readonly BasketLine[]; close: () => void }) {
  const { t } = useTranslation('mall')
  const { clear } = useBasketChange()
  return (
    <FormDialog<{ text: string }>
      title={t($ => $.ask)}
      initial={{ text: '' }}
      save={async ({ text }) => {
        await call(inquiries.create, { body: { text, pictures: [], lines: askedLines(lines) } })
        await clear()
      }}
      success={t($ => $.asked)}
      doing={t($ => $.send)}
      close={close}
    >
      <FieldInputs fields={inquiryFields} shown={['text']} />
    </FormDialog>
  )
}
