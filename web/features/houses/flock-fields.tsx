import { Form } from 'antd'
import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { House } from '#shared/contracts/houses.ts'
import { breedsFor, standardOf } from '#shared/standards/standards.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'

/** Farm data: shown only to those the customer shares with. */
export const flockFields = ['breed', 'flockStartedOn', 'flockHatchedOn', 'flockCount', 'flockSold'] as const

/** For a customer who does not share: what is hidden cannot be changed either. */
export function HiddenFlock() {
  const { t } = useTranslation('houses')
  return flockFields.map(name => (
    <Form.Item key={name} label={t($ => $.fields[name])}>
      <span className="house-hidden">
        <Lock size={14} strokeWidth={1.75} aria-hidden /> {t($ => $.notShared)}
      </span>
    </Form.Item>
  ))
}

export function Flock({ type }: { type: House['type'] }) {
  const { t } = useTranslation('houses')
  return (
    <>
      <FormField name="breed" label={t($ => $.fields.breed)}>
        <ChoiceSelect
          allowClear
          options={breedsFor(type).map(value => ({ value, label: standardOf(value).name }))}
        />
      </FormField>
      <DayField
        name="flockStartedOn"
        label={t($ => $.fields.flockStartedOn)}
        extra={t($ => $.hints.flockStartedOn)}
      />
      {type !== 'broiler' && (
        <DayField
          name="flockHatchedOn"
          label={t($ => $.fields.flockHatchedOn)}
          extra={t($ => $.hints.flockHatchedOn)}
        />
      )}
      <NumberField name="flockCount" label={t($ => $.fields.flockCount)} min={0} max={500_000} isWhole />
      <NumberField
        name="flockSold"
        label={t($ => $.fields.flockSold)}
        extra={t($ => $.hints.flockSold)}
        min={0}
        max={500_000}
        isWhole
      />
    </>
  )
}
