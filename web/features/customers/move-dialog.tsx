import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useAgentOptions } from './customer-options.ts'
import { useSeen } from './use-seen.tsx'

/** Moves a customer to another agent, or back to the provider. */
export function MoveDialog({ customer, close }: { customer: Customer; close: () => void }) {
  const { t } = useTranslation('customers')
  const { seen, conflict, news } = useSeen(customer)
  const { id, name, stage, agentId, agentName, version } = seen
  const agents = useAgentOptions()
  const { move } = contractOf[stage]
  const mayMove = useMayCall(move)
  return (
    <FormDialog<{ agentId: string | null }>
      title={t($ => $.moveTitle, { name })}
      initial={{ agentId }}
      version={version}
      save={({ agentId }) => call(move, { params: { id }, body: { agentId: agentId ?? null, version } })}
      success={t($ => $.moved)}
      doing={t($ => $.move)}
      conflict={conflict}
      readOnly={!mayMove}
      close={close}
    >
      {news}
      <p>{t($ => $.moveSays)}</p>
      <FormField name="agentId" label={t($ => $.fields.agentId)}>
        <RemoteSelect
          allowClear
          source={agents}
          placeholder={t($ => $.noAgent)}
          also={agentId ? [{ value: agentId, label: agentName ?? agentId }] : []}
        />
      </FormField>
    </FormDialog>
  )
}
