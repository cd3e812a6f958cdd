import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { cameras } from '#shared/contracts/cameras.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'

interface Props {
  /** The camera's customer, where the form does not choose it. */
  officeId?: string
  /** The initial house, by name. */
  known?: { value: string; label: string }[]
}

/** The house that a channel shows: one of the camera's customer. */
export function HouseField({ officeId, known = [] }: Props) {
  const { t } = useTranslation('cameras')
  const chosen: string | undefined = Form.useWatch('officeId')
  const customerOf = officeId ?? chosen
  const houses = useOptions(cameras.houseOptions.path, customerOf ?? '', search =>
    call(cameras.houseOptions, { query: { search, customerOf } }),
  )
  return (
    <FormField name="houseId" label={t($ => $.fields.houseId)} extra={t($ => $.hints.house)}>
      <RemoteSelect source={houses} also={known} allowClear />
    </FormField>
  )
}
