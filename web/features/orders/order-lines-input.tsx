import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { PIECES } from '#shared/inquiries.ts'
import type { OrderLine } from '#shared/orders.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { AmountInput } from '#web/components/form/amount-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  most: number
  value?: OrderLine[]
  onChange?: (lines: OrderLine[]) => void
}

const noLine: OrderLine = { code: '', chineseName: '', englishName: '', quantity: 1, price: null }

/** What is ordered: what it is called, how many, and what one costs. */
export function OrderLinesInput({ most, value = [], onChange }: Props) {
  const { t } = useTranslation('orders')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  return (
    <RowList
      rows={value}
      change={lines => onChange?.(lines)}
      fresh={noLine}
      add={word($ => $.lines.add)}
      most={most}
      className="order-line-inputs"
    >
      {(order, put, line) => (
        <>
          <Input
            aria-label={word($ => $.lines.name, { line })}
            placeholder={word($ => $.lines.nameHint)}
            maxLength={160}
            value={textIn(bothNames(order), language)}
            // What the mall calls it stays.
            readOnly={Boolean(order.goodId)}
            onChange={({ target }) => put({ chineseName: target.value, englishName: target.value })}
          />
          <WholeInput
            aria-label={word($ => $.lines.pieces, { line })}
            min={1}
            max={PIECES}
            value={order.quantity}
            onChange={pieces => put({ quantity: pieces as number })}
          />
          <AmountInput
            aria-label={t($ => $.priceOf, { line })}
            placeholder={t($ => $.onRequest)}
            value={order.price}
            onChange={price => put({ price })}
          />
        </>
      )}
    </RowList>
  )
}
