import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useSeen } from './use-seen.tsx'

interface Props {
  customer: Customer
  close: () => void
}

/** Asks before a customer is deleted, saying what else goes. */
export function RemoveDialog({ customer, close }: Props) {
  const { t } = useTranslation('customers')
  const { seen, conflict, news } = useSeen(customer)
  const { id, name, stage, houses, devices, users, version } = seen
  const { remove } = contractOf[stage]
  const mayRemove = useMayCall(remove)
  return (
    <FormDialog
      title={t($ => $.removeAsk, { name })}
      initial={{}}
      save={() => call(remove, { params: { id }, query: { version } })}
      success={t($ => $.removed)}
      doing={t($ => $.remove)}
      conflict={conflict}
      readOnly={!mayRemove}
      close={close}
    >
      {news}
      <p>
        {t($ => $.removeSays, {
          houses: t($ => $.houseCount, { count: houses }),
          devices: t($ => $.deviceCount, { count: devices }),
          users: t($ => $.userCount, { count: users }),
        })}
      </p>
    </FormDialog>
  )
}

/** Asks before a customer is restored. */
export function RestoreDialog({ customer, close }: Props) {
  const { t } = useTranslation('customers')
  const { seen, conflict, news } = useSeen(customer)
  const { id, name, stage, version, deleted } = seen
  return (
    <FormDialog
      title={t($ => $.restoreAsk, { name })}
      initial={{}}
      save={() => call(contractOf[stage].restore, { params: { id }, body: { version } })}
      success={t($ => $.restored)}
      doing={t($ => $.restore)}
      conflict={conflict}
      readOnly={!deleted}
      close={close}
    >
      {news}
      <p>{t($ => $.restoreSays)}</p>
    </FormDialog>
  )
}
