import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { customerStatuses, type Stage } from '#shared/customers.ts'
import { markOfStatus } from '#web/components/device-status.tsx'
import { later } from '#web/components/later.tsx'
import { isOfDeleted, useDeletedColumns, useDeletedFilter } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { readListAhead, useList } from '#web/components/list/use-list.ts'
import { type Search, useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useBulkActions } from './customer-bulk.ts'
import { useCustomerColumns } from './customer-columns.tsx'
import { CustomerRowActions, DeletedCustomerActions } from './customer-row-actions.tsx'
import { FILTERS, useCustomerFilters } from './use-customer-filters.ts'

const CustomerDrawer = later(() => import('./customer-drawer.tsx').then(file => file.CustomerDrawer))
const NewCustomer = later(() => import('./new-customer.tsx').then(file => file.NewCustomer))
const ReviewDialog = later(() => import('./review-dialog.tsx').then(file => file.ReviewDialog))
const TrialDialog = later(() => import('./trial-dialog.tsx').then(file => file.TrialDialog))
const InviteDialog = later(() => import('./invite-dialog.tsx').then(file => file.InviteDialog))
const CustomerMap = later(() => import('./customer-map.tsx').then(file => file.CustomerMap))

/** Who is there moves; list, chips and sentence are read again this often, ms. */
const REREAD_MS = 15_000
/** Columns that say something of a deleted customer. */
const KEPT = ['name', 'place', 'agent']

/** What is asked about one customer, besides its drawer. */
export type Asking = { what: 'review' | 'extend' | 'convert' | 'invite'; customer: Customer }

/** The sentence above the list: how many there are, and what of them needs a decision. */
function useSentence(stage: Stage): string {
  const { t } = useTranslation('customers')
  const { summary } = contractOf[stage]
  const { data } = useQuery({
    queryKey: [summary.path],
    queryFn: () => call(summary),
    refetchInterval: REREAD_MS,
  })
  if (!data) return '\u00a0'
  const { customers, houses, online, pending, ended, endingSoon } = data
  const parts = [
    pending > 0 && t($ => $.says.pending, { count: pending }),
    ended > 0 && t($ => $.says.ended[stage], { count: ended }),
    endingSoon > 0 && t($ => $.says.soon[stage], { count: endingSoon }),
  ].filter(part => part !== false)
  const total = t($ => $.says.total[stage], { count: customers, houses, online })
  return parts.length === 0 ? total : `${total} ${parts.join(t($ => $.says.and))}${t($ => $.says.stop)}`
}

function CustomerList({ stage }: { stage: Stage }) {
  const { t } = useTranslation('customers')
  const { t: word } = useTranslation('components')
  const contract = contractOf[stage]
  const list = useList(contract.list, FILTERS, { everyMs: REREAD_MS, counts: contract.counts })
  const { search, setSearch } = useScreen()
  const mayRead = useMayCall(contract.get)
  const [isNew, setIsNew] = useState(false)
  const [asking, setAsking] = useState<Asking | null>(null)
  const isDeleted = isOfDeleted(list)
  const open = (id: string) => setSearch({ id, tab: undefined }, { push: true })
  const columns = useCustomerColumns(stage, mayRead && !isDeleted ? open : undefined)
  const deletedColumns = useDeletedColumns(columns, KEPT)
  const filters = useCustomerFilters(stage)
  const deletedFilter = useDeletedFilter(contract.restore)
  const bulk = useBulkActions(stage)
  const done = () => setAsking(null)
  return (
    <ListPage
      list={list}
      title={t($ => $.title[stage])}
      says={useSentence(stage)}
      searchHint={t($ => $.searchHint)}
      chips={{
        name: 'status',
        label: t($ => $.fields.status),
        options: customerStatuses.map(value => ({
          ...{ value, label: word($ => $.deviceStatus[value]), state: markOfStatus[value] },
        })),
      }}
      filters={[...filters, ...deletedFilter]}
      columns={isDeleted ? deletedColumns : columns}
      {...(!isDeleted && { excel: contract, bulk })}
      map={() => <CustomerMap stage={stage} filters={list.filters} open={mayRead ? open : undefined} />}
      create={{ label: t($ => $.new[stage]), endpoint: contract.create, run: () => setIsNew(true) }}
      actions={customer =>
        customer.deleted ? (
          <DeletedCustomerActions customer={customer} />
        ) : (
          <CustomerRowActions customer={customer} open={() => open(customer.id)} ask={setAsking} />
        )
      }
      empty={{
        title: t($ => $.emptyTitle[stage]),
        says: t($ => $.emptySays),
        readOnly: t($ => $.emptyReadOnly),
      }}
    >
      {isNew && <NewCustomer stage={stage} close={() => setIsNew(false)} />}
      {search.id && mayRead && <CustomerDrawer stage={stage} id={search.id} rows={list.rows} />}
      {asking?.what === 'review' && <ReviewDialog customer={asking.customer} close={done} />}
      {asking?.what === 'invite' && <InviteDialog customer={asking.customer} close={done} />}
      {(asking?.what === 'extend' || asking?.what === 'convert') && (
        <TrialDialog what={asking.what} customer={asking.customer} close={done} />
      )}
    </ListPage>
  )
}

/** `/custom`: customers with a contract. */
export const CustomersPage = () => <CustomerList stage="formal" />
CustomersPage.readAhead = (search: Search) => readListAhead(contractOf.formal.list, FILTERS, search)

/** `/customer/try-customer`: customers on trial, and who applies for one. */
export const TrialCustomersPage = () => <CustomerList stage="trial" />
TrialCustomersPage.readAhead = (search: Search) => readListAhead(contractOf.trial.list, FILTERS, search)
