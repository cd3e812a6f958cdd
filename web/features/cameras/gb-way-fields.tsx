import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { cameraTransportNames, gbTransports } from '#shared/cameras.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** How pictures of a device that signs in come, and its code: asked for a new one and of a changed one. */
export function GbWayFields() {
  const { t } = useTranslation('cameras')
  const language = usePreferences(({ language }) => language)
  return (
    <>
      <FormField name="transport" label={t($ => $.fields.transport)} extra={t($ => $.hints.transport)}>
        <Select
          options={gbTransports.map(value => ({ value, label: cameraTransportNames[value][language] }))}
        />
      </FormField>
      <FormField name="code" label={t($ => $.fields.code)} extra={t($ => $.hints.code)}>
        <Input maxLength={64} className="mono" />
      </FormField>
    </>
  )
}
