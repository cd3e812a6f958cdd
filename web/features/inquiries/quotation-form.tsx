import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type InquiryDetail, inquiries } from '#shared/contracts/inquiries.ts'
import { inquirySteps, PIECES } from '#shared/inquiries.ts'
import { currencies, readAmount } from '#shared/money.ts'
import { noTerms } from '#shared/order-terms.ts'
import type { OrderLine } from '#shared/orders.ts'
import { AmountField } from '#web/components/form/amount-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useWholeRule } from '#web/components/form/whole-input.tsx'
import { OrderLinesInput } from '#web/components/goods/order-lines-input.tsx'
import { TermsFields } from '#web/components/goods/terms-fields.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Values = z.input<typeof inquiries.quote.body>

interface Props {
  inquiry: InquiryDetail
  close: () => void
}

/** A price for each requested line; starts from the last quotation, else from the customer's current prices. */
export function QuotationForm({ inquiry, close }: Props) {
  const { id, quotation } = inquiry
  const { data } = useReadOnce([inquiries.priced.path, id], () => call(inquiries.priced, { params: { id } }))
  const begun = quotation ?? (data && { ...data, freight: '0.00', validUntil: null })
  return begun ? <Fields inquiry={inquiry} begun={begun as Partial<Values>} close={close} /> : null
}

function Fields({ inquiry, begun, close }: Props & { begun: Partial<Values> }) {
  const { t } = useTranslation('inquiries')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const { id, number, officeId, version } = inquiry
  const { label, done, fields } = inquirySteps.quote
  const arePriced = (_: unknown, lines: OrderLine[]) =>
    lines.length > 0 &&
    lines.every(
      ({ chineseName, englishName, price }) =>
        (chineseName || englishName).trim() !== '' && readAmount(price ?? '') !== undefined,
    )
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.pricesWanted)))
  const pieces = useWholeRule<OrderLine>(lines => lines.map(({ quantity }) => quantity), {
    min: 1,
    max: PIECES,
  })
  return (
    <FormDialog<Values>
      title={`${label[language]} · ${number}`}
      width={640}
      initial={{ ...noTerms, ...begun, text: '' }}
      save={async values => {
        await call(inquiries.quote, { params: { id }, body: { ...values, version } })
      }}
      success={done[language]}
      doing={t($ => $.sendQuotation)}
      close={close}
    >
      <FormField name="lines" label={t($ => $.goods)} rules={[{ validator: arePriced }, pieces]}>
        <OrderLinesInput officeId={officeId} />
      </FormField>
      <FormField name="currency" label={t($ => $.currency)}>
        <ChoiceSelect options={currencies.map(value => ({ value, label: value }))} />
      </FormField>
      <AmountField name="freight" label={word($ => $.lines.freight)} isRequired />
      <TermsFields />
      <FieldInputs fields={fields} />
    </FormDialog>
  )
}
