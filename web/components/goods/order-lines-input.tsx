import { App, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { OfferedGood } from '#shared/contracts/orders.ts'
import { SOLD_NAME } from '#shared/goods.ts'
import { LINES, PIECES } from '#shared/inquiries.ts'
import type { Currency } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { AmountInput } from '#web/components/form/amount-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { GoodsPicker } from './goods-picker.tsx'
import './order-lines.css'

interface Props {
  /** The customer whose prices picked goods get. */
  officeId: string | undefined
  value?: OrderLine[]
  onChange?: (lines: OrderLine[]) => void
}

const noLine: OrderLine = { code: '', chineseName: '', englishName: '', quantity: 1, price: null }

/** The lines of an order: name, quantity, unit price; picked from the mall's goods or named freely. */
export function OrderLinesInput({ officeId, value = [], onChange }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const add = useAddGood(value, lines => onChange?.(lines))
  return (
    <>
      <GoodsPicker officeId={officeId} disabled={value.length >= LINES} pick={add} />
      <RowList
        rows={value}
        change={lines => onChange?.(lines)}
        fresh={noLine}
        add={t($ => $.lines.addFree)}
        most={LINES}
        className="order-line-inputs"
      >
        {(order, put, line) => (
          <>
            <Input
              aria-label={t($ => $.lines.name, { line })}
              placeholder={t($ => $.lines.nameHint)}
              maxLength={SOLD_NAME}
              value={textIn(bothNames(order), language)}
              // The mall's name is fixed.
              readOnly={Boolean(order.goodId)}
              onChange={({ target }) => put({ chineseName: target.value, englishName: target.value })}
            />
            <WholeInput
              aria-label={t($ => $.lines.pieces, { line })}
              min={1}
              max={PIECES}
              value={order.quantity}
              onChange={pieces => put({ quantity: pieces as number })}
            />
            <AmountInput
              aria-label={t($ => $.lines.price, { line })}
              placeholder={t($ => $.lines.onRequest)}
              value={order.price}
              onChange={price => put({ price })}
            />
          </>
        )}
      </RowList>
    </>
  )
}

/**
 * Adds a good at its price. The first priced one sets the form's currency; one in another currency comes without its price.
 */
function useAddGood(lines: readonly OrderLine[], change: (lines: OrderLine[]) => void) {
  const { t } = useTranslation('components')
  const { message } = App.useApp()
  const form = Form.useFormInstance()
  return ({ price, stock: _, ...called }: OfferedGood) => {
    const isFirst = lines.every(line => line.price === null)
    if (price && isFirst) form.setFieldValue('currency', price.currency)
    const currency = form.getFieldValue('currency') as Currency
    const fits = price?.currency === currency
    if (price && !fits) void message.warning(t($ => $.lines.otherCurrency, { currency: price.currency }))
    change([...lines, { ...called, quantity: 1, price: fits ? price.amount : null }])
  }
}
