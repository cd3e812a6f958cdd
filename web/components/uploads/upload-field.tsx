import type { FormItemProps } from 'antd'
import { useTranslation } from 'react-i18next'
import type { FileUse } from '#shared/files.ts'
import { FormField } from '../form/form-field.tsx'
import { Uploads } from './uploads.tsx'
import { isWaiting } from './use-uploads.ts'

type Props = FormItemProps & {
  name: string
  use: FileUse
  most: number
  /** See {@link Uploads}. */
  keeps?: boolean
}

/** {@link Uploads} as a form field; the form is not sent while a file is still on its way. */
export function UploadField({ use, most, keeps = false, rules = [], ...item }: Props) {
  const { t } = useTranslation('uploads')
  const allArrived = {
    validator: (_: unknown, ids: readonly string[] = []) =>
      ids.some(isWaiting) ? Promise.reject(new Error(t($ => $.unfinished))) : Promise.resolve(),
  }
  return (
    <FormField {...item} rules={[...rules, allArrived]}>
      <Uploads use={use} most={most} keeps={keeps} />
    </FormField>
  )
}
