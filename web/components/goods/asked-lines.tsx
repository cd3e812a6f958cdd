import { Button, Input, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type AskedLine, LINES, PIECES } from '#shared/inquiries.ts'
import './asked-lines.css'

interface Props {
  value?: AskedLine[]
  onChange?: (lines: AskedLine[]) => void
}

/** Lines of goods and how many of each, as an input of a form. */
export function AskedLines({ value: lines = [], onChange }: Props) {
  const { t } = useTranslation('components')
  const put = (at: number, line: Partial<AskedLine>) =>
    onChange?.(lines.map((each, i) => (i === at ? { ...each, ...line } : each)))
  return (
    <div className="asked-lines">
      {lines.map(({ goodId, name, quantity }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
        <div key={i} className="asked-line">
          <Input
            aria-label={t($ => $.lines.name, { line: i + 1 })}
            placeholder={t($ => $.lines.nameHint)}
            maxLength={160}
            value={name}
            // What the mall calls it stays.
            readOnly={Boolean(goodId)}
            onChange={event => put(i, { name: event.target.value })}
          />
          <InputNumber<number>
            aria-label={t($ => $.lines.pieces, { line: i + 1 })}
            min={1}
            max={PIECES}
            precision={0}
            value={quantity}
            onChange={pieces => put(i, { quantity: pieces ?? 1 })}
          />
          <Button
            type="text"
            icon={<X size={16} aria-hidden />}
            aria-label={t($ => $.lines.remove, { line: i + 1 })}
            onClick={() => onChange?.(lines.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      {lines.length < LINES && (
        <Button
          icon={<Plus size={15} aria-hidden />}
          onClick={() => onChange?.([...lines, { name: '', quantity: 1 }])}
        >
          {t($ => $.lines.add)}
        </Button>
      )}
    </div>
  )
}
