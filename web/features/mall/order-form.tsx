import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { BasketLine } from '#shared/contracts/mall.ts'
import { consigneeFields, contentField, orders } from '#shared/contracts/orders.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'
import { askedLines } from './asked-lines.ts'
import { useBasketChange } from './use-mall.ts'

type Values = Omit<z.input<typeof orders.place.body>, 'lines' | 'country'>

/** Orders the basket's goods at their current prices; this empties the basket. */
export function OrderForm({ lines, close }: { lines: readonly BasketLine[]; close: () => void }) {
  const { t } = useTranslation('mall')
  const { clear } = useBasketChange()
  return (
    <FormDialog<Values>
      title={t($ => $.order)}
      initial={{ consignee: '', phone: '', city: '', address: '', content: '' }}
      save={async values => {
        await call(orders.place, { body: { ...values, country: '', lines: askedLines(lines) } })
        await clear()
      }}
      success={t($ => $.ordered)}
      doing={t($ => $.order)}
      close={close}
    >
      <FieldInputs fields={consigneeFields} />
      <FieldInputs fields={contentField} />
    </FormDialog>
  )
}
