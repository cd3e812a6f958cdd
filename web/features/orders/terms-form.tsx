import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { noTerms } from '#shared/order-terms.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { TermsFields, useTermsLabels } from '#web/components/goods/terms-fields.tsx'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof orders.terms.body>

/** Delivery and payment as agreed. */
export function TermsForm({ order, close }: { order: Order; close: () => void }) {
  const { t } = useTranslation('orders')
  const labels = useTermsLabels()
  const termsOf = ({ terms }: Order): Partial<Values> => ({ ...noTerms, ...terms })
  return (
    <FormDialog<Values>
      title={t($ => $.terms.title)}
      width={720}
      initial={termsOf(order)}
      version={order.version}
      valuesOf={termsOf as never}
      labels={{ ...labels, validUntil: t($ => $.terms.validUntil) }}
      save={(values, version) =>
        call(orders.terms, { params: { id: order.id }, body: { ...values, version } })
      }
      success={t($ => $.updated)}
      close={close}
    >
      <TermsFields />
      <DayField
        name="validUntil"
        label={t($ => $.terms.validUntil)}
        normalize={(day: string) => day || null}
      />
    </FormDialog>
  )
}
