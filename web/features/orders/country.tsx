import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesIn } from '#shared/countries.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** The destination country as a form field; '' while unknown. */
export function Country() {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const countries = useMemo(() => countriesIn(language), [language])
  return (
    <FormField name="country" label={t($ => $.country)} normalize={(code?: string) => code ?? ''}>
      <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={countries} />
    </FormField>
  )
}
