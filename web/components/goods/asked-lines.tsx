import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { SOLD_NAME } from '#shared/goods.ts'
import { type AskedLine, LINES, PIECES } from '#shared/inquiries.ts'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import './asked-lines.css'

interface Props {
  value?: AskedLine[]
  onChange?: (lines: AskedLine[]) => void
}

const noLine: AskedLine = { name: '', quantity: 1 }

/** Goods and quantities, as a form input. */
export function AskedLines({ value = [], onChange }: Props) {
  const { t } = useTranslation('components')
  return (
    <RowList
      rows={value}
      change={lines => onChange?.(lines)}
      fresh={noLine}
      add={t($ => $.lines.add)}
      most={LINES}
      className="asked-line"
    >
      {({ goodId, name, quantity }, put, line) => (
        <>
          <Input
            aria-label={t($ => $.lines.name, { line })}
            placeholder={t($ => $.lines.nameHint)}
            maxLength={SOLD_NAME}
            value={name}
            // The mall's name is fixed.
            readOnly={Boolean(goodId)}
            onChange={event => put({ name: event.target.value })}
          />
          <WholeInput
            aria-label={t($ => $.lines.pieces, { line })}
            min={1}
            max={PIECES}
            value={quantity}
            onChange={pieces => put({ quantity: pieces as number })}
          />
        </>
      )}
    </RowList>
  )
}
