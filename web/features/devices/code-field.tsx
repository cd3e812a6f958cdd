import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DEVICE_CODE } from '#shared/limits.ts'
import { FormField } from '#web/components/form/form-field.tsx'

/** A device's code, which is its name on the wire. */
export function CodeField() {
  const { t } = useTranslation('devices')
  const rules = [
    { required: true, message: t($ => $.codeWanted) },
    { pattern: DEVICE_CODE.pattern, message: t($ => $.codeWrong) },
    { min: DEVICE_CODE.min, max: DEVICE_CODE.max, message: t($ => $.codeLength) },
  ]
  return (
    <FormField
      name="code"
      label={t($ => $.fields.code)}
      extra={t($ => $.codeHint)}
      rules={rules}
      normalize={(value: string) => value.trim()}
    >
      <Input className="mono" maxLength={DEVICE_CODE.max} autoCapitalize="none" spellCheck={false} />
    </FormField>
  )
}
