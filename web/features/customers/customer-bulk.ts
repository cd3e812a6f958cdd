import { useTranslation } from 'react-i18next'
import { type Customer, contractOf, trialCustomers } from '#shared/contracts/customers.ts'
import { EXTENSIONS, type Stage } from '#shared/customers.ts'
import type { BulkAction } from '#web/components/list/strip.tsx'
import { useBulk } from '#web/components/list/use-bulk.tsx'
import { useAskReason } from './use-ask-reason.ts'

/** Bulk actions on customers. */
export function useBulkActions(stage: Stage): BulkAction<Customer>[] {
  const { t } = useTranslation('customers')
  const contract = contractOf[stage]
  const runAll = useBulk<Customer>(contract.bulk)
  const versions = (rows: readonly Customer[]) =>
    Object.fromEntries(rows.map(({ id, version }) => [id, version]))
  const askReason = useAskReason()
  return [
    {
      key: 'enable',
      label: t($ => $.enable),
      endpoint: contract.enable,
      run: (rows, drop) => void runAll({ rows, body: { action: 'enable', versions: versions(rows) }, drop }),
    },
    {
      key: 'disable',
      label: t($ => $.disable),
      endpoint: contract.disable,
      run: (rows, drop) =>
        void askReason(rows, body =>
          runAll({ rows, body: { action: 'disable', ...body, versions: versions(rows) }, drop }),
        ),
    },
    ...(stage === 'trial' ? EXTENSIONS.slice(0, 3) : []).map(
      (days): BulkAction<Customer> => ({
        key: `extend-${days}`,
        label: t($ => $.extendBy, { count: days }),
        endpoint: trialCustomers.extend,
        run: (rows, drop) =>
          void runAll({ rows, body: { action: 'extend', days, versions: versions(rows) }, drop }),
      }),
    ),
  ]
}
