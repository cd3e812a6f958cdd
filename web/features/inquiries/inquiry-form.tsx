import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { inquiries, inquiryFields } from '#shared/contracts/inquiries.ts'
import type { Order } from '#shared/contracts/orders.ts'
import { type AskedLine, PIECES } from '#shared/inquiries.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useWholeRule } from '#web/components/form/whole-input.tsx'
import { AskedLines } from '#web/components/goods/asked-lines.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import { useSentId } from '#web/components/use-sent-id.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Values = z.input<typeof inquiries.create.body>

interface Props {
  /** The order it is about. */
  order?: Order
  close: () => void
  open: (id: string) => void
}

/** Asks for prices of goods; the inquiry then opens beside the list. */
export function InquiryForm({ order, close, open }: Props) {
  const { t } = useTranslation('inquiries')
  const isNamed = (_: unknown, lines: AskedLine[]) =>
    lines.every(({ name }) => name.trim() !== '')
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.lineWanted)))
  const pieces = useWholeRule<AskedLine>(lines => lines.map(({ quantity }) => quantity), {
    min: 1,
    max: PIECES,
  })
  const sentId = useSentId()
  return (
    <FormDialog<Values>
      title={t($ => $.ask)}
      width={640}
      initial={{
        text: order ? t($ => $.aboutOrder, { number: order.number }) : '',
        pictures: [],
        lines: linesOf(order),
      }}
      save={async values => {
        const { id } = await call(inquiries.create, { body: { ...values, sentId } })
        open(id)
      }}
      success={t($ => $.asked)}
      doing={t($ => $.send)}
      close={close}
    >
      <FormField name="lines" label={t($ => $.goods)} rules={[{ validator: isNamed }, pieces]}>
        <AskedLines />
      </FormField>
      <FieldInputs fields={inquiryFields} />
      <TicketPlace />
    </FormDialog>
  )
}

function linesOf(order: Order | undefined): AskedLine[] {
  const { language } = usePreferences.getState()
  const lines = order?.lines ?? []
  return lines.map(({ goodId, variantId, quantity, ...names }) => ({
    goodId,
    variantId,
    quantity,
    name: textIn(bothNames(names), language),
  }))
}
