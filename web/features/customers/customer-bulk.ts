import { useTranslation } from 'react-i18next'
import { type Customer, contractOf, trialCustomers } from '#shared/contracts/customers.ts'
import { EXTENSIONS, type Stage } from '#shared/customers.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'
import { useMayCall } from '#web/data/session.ts'
import { touchedByCustomer } from './touched.ts'
import { useDisableDialog } from './use-disable-dialog.tsx'

/** What the viewer may do with several customers. */
export function useBulkActions(stage: Stage): BulkAction<Customer>[] {
  const { t } = useTranslation('customers')
  const contract = contractOf[stage]
  const mayExtend = useMayCall(trialCustomers.extend)
  const mayEnable = useMayCall(contract.enable)
  const mayDisable = useMayCall(contract.disable)
  const runAll = useBulk<Customer>(contract.bulk, touchedByCustomer(stage))
  const askReason = useDisableDialog()
  const actions: (BulkAction<Customer> | false)[] = [
    mayEnable && {
      ...{ key: 'enable', label: t($ => $.enable) },
      run: (rows, drop) => void runAll({ rows, body: { action: 'enable' }, drop }),
    },
    mayDisable && {
      ...{ key: 'disable', label: t($ => $.disable) },
      run: (rows, drop) =>
        void askReason(rows, body => runAll({ rows, body: { action: 'disable', ...body }, drop })),
    },
    ...(stage === 'trial' && mayExtend
      ? EXTENSIONS.slice(0, 3).map(days => ({
          ...{ key: `extend-${days}`, label: t($ => $.extendBy, { count: days }) },
          run: (rows: readonly Customer[], drop: (rows: readonly Customer[]) => void) =>
            void runAll({ rows, body: { action: 'extend', days }, drop }),
        }))
      : []),
  ]
  return actions.filter(action => action !== false)
}
