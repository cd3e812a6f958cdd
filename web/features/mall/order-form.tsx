import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type BasketLine, basket } from '#shared/contracts/mall.ts'
import { consigneeFields, contentField, type Order, orders } from '#shared/contracts/orders.ts'
import { sayMoney, totals, USUAL_CURRENCY } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Country, useUsualConsignee } from '#web/components/goods/consignee.tsx'
import { PricedLines } from '#web/components/goods/priced-lines.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useSentId } from '#web/components/use-sent-id.ts'
import { CallError, call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { askedLines } from './asked-lines.ts'

type Values = Omit<z.input<typeof orders.place.body>, 'lines' | 'sentId'>

interface Props {
  lines: readonly BasketLine[]
  close: () => void
  placed: (order: Order) => void
}

const orderedAs = ({ code, name, variant, quantity, price }: BasketLine): OrderLine => {
  const full = [name, variant].filter(Boolean).join(' ')
  return { code, chineseName: full, englishName: full, quantity, price: price?.amount ?? null }
}

/** Orders the basket's goods at the prices it shows, which empties the basket. */
export function OrderForm({ lines, close, placed }: Props) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const cache = useQueryClient()
  const sentId = useSentId()
  const usual = useUsualConsignee()
  /** Why the lines were refused: their prices or the stock have changed since they were shown. */
  const [refused, setRefused] = useState<string>()
  const [total, ...others] = totals(lines.flatMap(({ sum }) => sum ?? []))
  const isPriced = total !== undefined && others.length === 0 && lines.every(({ price }) => price !== null)
  if (!usual) return null
  return (
    <FormDialog<Values>
      title={t($ => $.order)}
      width={640}
      initial={{ ...usual, content: '' }}
      save={async values => {
        setRefused(undefined)
        const seen = askedLines(lines).map((line, i) => ({ ...line, seen: lines[i]?.price ?? null }))
        try {
          placed(await call(orders.place, { body: { ...values, sentId, lines: seen } }))
        } catch (error) {
          if (error instanceof CallError)
            setRefused(error.fields.find(({ field }) => field === 'lines')?.message)
          // What is asked again is what holds now.
          void cache.invalidateQueries({ queryKey: [basket.show.path] })
          throw error
        }
      }}
      success={t($ => $.ordered)}
      doing={isPriced ? t($ => $.orderFor, { price: sayMoney(total, language) }) : t($ => $.order)}
      close={close}
    >
      {refused && (
        <p className="order-refused" role="alert">
          <StateMark state="watch" /> {refused}
        </p>
      )}
      <PricedLines lines={lines.map(orderedAs)} currency={total?.currency ?? USUAL_CURRENCY} freight="0" />
      <FieldInputs fields={consigneeFields} />
      <Country />
      <FieldInputs fields={contentField} />
    </FormDialog>
  )
}
