import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useSeen } from './use-seen.tsx'

/** Asks before a customer is disabled: names its houses with birds, and then requires a reason. */
export function DisableDialog({ customer, close }: { customer: Customer; close: () => void }) {
  const { t } = useTranslation('customers')
  const { seen, conflict, news } = useSeen(customer)
  const { id, name, stage, status, version } = seen
  const { birds, disable } = contractOf[stage]
  const params = { id }
  const { data: houses = [] } = useQuery({
    queryKey: [birds.path, id],
    queryFn: () => call(birds, { params }),
    staleTime: 0,
  })
  const mayDisable = useMayCall(disable)
  return (
    <FormDialog<{ reason?: string }>
      title={t($ => $.disableAsk, { name })}
      initial={{}}
      save={({ reason }) => {
        const because = reason?.trim()
        return call(disable, { params, body: { ...(because && { reason: because }), version } })
      }}
      success={t($ => $.disabled)}
      doing={t($ => $.disable)}
      conflict={conflict}
      readOnly={!mayDisable || status === 'DISABLE'}
      close={close}
    >
      {news}
      <p>{t($ => $.disableSays)}</p>
      {houses.length > 0 && <p>{t($ => $.hasBirds, { houses: houses.join(', ') })}</p>}
      <FormField name="reason" label={t($ => $.reason)}>
        <Input.TextArea maxLength={500} rows={2} />
      </FormField>
    </FormDialog>
  )
}
