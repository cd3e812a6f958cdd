import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { consigneeFields, contentField, orders } from '#shared/contracts/orders.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Country, useUsualConsignee } from '#web/components/goods/consignee.tsx'
import { PricedLines } from '#web/components/goods/priced-lines.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { useSentId } from '#web/components/use-sent-id.ts'
import { call } from '#web/data/client.ts'

type Values = Omit<z.input<typeof orders.placeQuoted.body>, 'inquiryId' | 'version' | 'sentId'>

interface Props {
  /** The inquiry's id. */
  id: string
  close: () => void
  open: (id: string) => void
}

/** Orders what was quoted for the viewer's own inquiry, at the quoted prices. */
export function OrderOfQuotation({ id, close, open }: Props) {
  const { t } = useTranslation('orders')
  const { data } = useQuery({
    queryKey: [inquiries.get.path, id],
    queryFn: () => call(inquiries.get, { params: { id } }),
  })
  const usual = useUsualConsignee()
  const sentId = useSentId()
  if (!data?.quotation || !usual) return null
  return (
    <FormDialog<Values>
      title={t($ => $.ofQuotation, { number: data.number })}
      width={640}
      initial={{ ...usual, content: '' }}
      save={async values => {
        const { id: made } = await call(orders.placeQuoted, {
          body: { ...values, inquiryId: id, version: data.version, sentId },
        })
        open(made)
      }}
      success={t($ => $.placed)}
      doing={t($ => $.place)}
      close={close}
    >
      <PricedLines {...data.quotation} />
      <Country />
      <FieldInputs fields={consigneeFields} />
      <FieldInputs fields={contentField} />
    </FormDialog>
  )
}
