import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { agentCustomers, type OwnCustomer } from '#shared/contracts/agent-area.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'

/** Resubmits a customer the provider refused, with what has changed. */
export function PutForwardAgain({ customer, close }: { customer: OwnCustomer; close: () => void }) {
  const { t } = useTranslation('agents')
  const { t: word } = useTranslation('components')
  const { id, name, refusedBecause } = customer
  return (
    <FormDialog<{ reason: string }>
      title={t($ => $.customer.againTitle, { name })}
      initial={{ reason: '' }}
      save={body => call(agentCustomers.again, { params: { id }, body })}
      success={t($ => $.customer.added)}
      doing={t($ => $.customer.again)}
      close={close}
    >
      {refusedBecause && <p className="caption">{refusedBecause}</p>}
      <FormField
        name="reason"
        label={t($ => $.customer.againReason)}
        rules={[{ required: true, message: word($ => $.required) }]}
      >
        <Input maxLength={500} />
      </FormField>
    </FormDialog>
  )
}
