import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { repairFields, repairs } from '#shared/contracts/repairs.ts'
import { lineIdOf } from '#shared/shipments.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { Agree } from '#web/components/agree.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { useStatement } from '#web/components/use-statement.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'

type Values = z.input<typeof repairs.create.body>

/** A claim for something that was ordered: a repair that knows its order and line. */
export function ClaimForm({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const cache = useQueryClient()
  const statement = useStatement()
  const lines = order.lines.map((line, i) => ({
    value: lineIdOf(line, i),
    label: textIn(bothNames(line), language),
  }))
  return (
    <FormDialog<Values>
      title={t($ => $.claimOf, { number: order.number })}
      width={640}
      initial={{ ...emptyTexts(repairFields), phone: order.phone, line: lines[0]?.value ?? null }}
      save={async values => {
        const equipment = lines.find(({ value }) => value === values.line)?.label ?? ''
        const of = { orderId: order.id, equipment: equipment.slice(0, repairFields.equipment.most) }
        await call(repairs.create, { body: { ...values, ...of, statement: statement.version } })
        await cache.invalidateQueries({ queryKey: [orders.get.path, order.id] })
      }}
      success={t($ => $.claimed)}
      doing={t($ => $.claim)}
      close={close}
    >
      <FormField name="line" label={t($ => $.claimFor)}>
        <ChoiceSelect options={lines} />
      </FormField>
      <FieldInputs fields={repairFields} shown={['title', 'description', 'pictures', 'phone']} />
      <Agree statement={statement} />
    </FormDialog>
  )
}
