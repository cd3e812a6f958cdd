import { useTranslation } from 'react-i18next'
import { litterNames, litters } from '#shared/litter.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** What birds on the floor are placed on. */
export function LitterField() {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  return (
    <FormField name="litter" label={t($ => $.fields.litter)} extra={t($ => $.hints.litter)}>
      <ChoiceSelect
        allowClear
        options={litters.map(value => ({ value, label: litterNames[value][language] }))}
      />
    </FormField>
  )
}
