import { Button, Input, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PIECES } from '#shared/inquiries.ts'
import { readAmount } from '#shared/money.ts'
import type { OrderLine } from '#shared/orders.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  most: number
  value?: OrderLine[]
  onChange?: (lines: OrderLine[]) => void
}

const noLine: OrderLine = { code: '', chineseName: '', englishName: '', quantity: 1, price: null }

/** What is ordered: what it is called, how many, and what one costs. */
export function OrderLinesInput({ most, value: lines = [], onChange }: Props) {
  const { t } = useTranslation('orders')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const put = (at: number, line: Partial<OrderLine>) =>
    onChange?.(lines.map((each, i) => (i === at ? { ...each, ...line } : each)))
  return (
    <div className="order-lines">
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
        <div key={i} className="order-lines-row">
          <Input
            aria-label={word($ => $.lines.name, { line: i + 1 })}
            placeholder={word($ => $.lines.nameHint)}
            maxLength={160}
            value={textIn(bothNames(line), language)}
            // What the mall calls it stays.
            readOnly={Boolean(line.goodId)}
            onChange={event => put(i, { chineseName: event.target.value, englishName: event.target.value })}
          />
          <InputNumber<number>
            aria-label={word($ => $.lines.pieces, { line: i + 1 })}
            min={1}
            max={PIECES}
            precision={0}
            value={line.quantity}
            onChange={pieces => put(i, { quantity: pieces ?? 1 })}
          />
          <PriceInput
            label={t($ => $.priceOf, { line: i + 1 })}
            hint={t($ => $.onRequest)}
            price={line.price}
            put={price => put(i, { price })}
          />
          <Button
            type="text"
            icon={<X size={16} aria-hidden />}
            aria-label={word($ => $.lines.remove, { line: i + 1 })}
            onClick={() => onChange?.(lines.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {lines.length < most && (
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => onChange?.([...lines, noLine])}>
          {word($ => $.lines.add)}
        </Button>
      )}
    </div>
  )
}

interface PriceProps {
  label: string
  hint: string
  price: string | null
  put: (price: string | null) => void
}

/** An amount, kept as text; what is no amount stays as typed, and the server refuses it. */
const PriceInput = ({ label, hint, price, put }: PriceProps) => (
  <Input
    aria-label={label}
    placeholder={hint}
    inputMode="decimal"
    maxLength={16}
    value={price ?? ''}
    onChange={event => put(event.target.value || null)}
    onBlur={() => {
      const read = price === null ? undefined : readAmount(price)
      if (read !== undefined && read !== price) put(read)
    }}
  />
)
