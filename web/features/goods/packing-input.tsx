import { Checkbox, Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesIn } from '#shared/countries.ts'
import { noPacking, type Packing, packingFields } from '#shared/packing.ts'
import { NumberInput } from '#web/components/form/number-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

interface Props {
  value?: Packing | null
  onChange?: (packing: Packing | null) => void
}

/** How a good is packed, what it weighs, and what customs asks. */
export function PackingInput({ value, onChange }: Props) {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  const countries = useMemo(() => countriesIn(language), [language])
  const packing = value ?? noPacking
  const put = (part: Partial<Packing>) => onChange?.({ ...packing, ...part })
  return (
    <div className="packing-input">
      {Object.entries(packingFields).map(([name, { label, kind }]) => (
        <div key={name}>
          <small aria-hidden>{label[language]}</small>
          {kind === 'text' ? (
            <Input
              aria-label={label[language]}
              maxLength={packingFields.hsCode.most}
              value={packing.hsCode}
              onChange={event => put({ hsCode: event.target.value })}
            />
          ) : (
            <NumberInput
              field={name}
              aria-label={label[language]}
              unit=""
              isWhole={kind === 'whole'}
              value={(packing[name as 'netKg'] ?? null) as number | null}
              onChange={typed => put({ [name]: typed })}
            />
          )}
        </div>
      ))}
      <div>
        <small aria-hidden>{t($ => $.packing.origin)}</small>
        <Select
          aria-label={t($ => $.packing.origin)}
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={countries}
          value={packing.origin || null}
          onChange={(origin?: string | null) => put({ origin: origin ?? '' })}
        />
      </div>
    </div>
  )
}

/** The packing of a size, if it is not that of its good. */
export function SizePacking({
  value,
  onChange,
}: {
  value?: Packing | null
  onChange: (packing: unknown) => void
}) {
  const { t } = useTranslation('goods')
  const [isOpen, setOpen] = useState(Boolean(value))
  return (
    <>
      <Checkbox
        aria-label={t($ => $.packing.ofSize)}
        checked={isOpen}
        onChange={({ target }) => {
          setOpen(target.checked)
          onChange(target.checked ? (value ?? noPacking) : null)
        }}
      />
      {isOpen && <PackingInput value={value ?? noPacking} onChange={onChange} />}
    </>
  )
}
