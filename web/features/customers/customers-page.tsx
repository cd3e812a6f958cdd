import { useTranslation } from 'react-i18next'
import { contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { later } from '#web/components/later.tsx'
import { isOfDeleted } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { NEW } from '#web/components/list/use-edited.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useMayCall } from '#web/data/session.ts'
import { useBulkActions } from './customer-bulk.ts'
import { useCustomerColumns } from './customer-columns.tsx'
import { CustomerRowActions, DeletedCustomerActions } from './customer-row-actions.tsx'
import { FILTERS, useCustomerFilters } from './use-customer-filters.ts'
import { useSentence } from './use-sentence.ts'
import { useRereadMs, useStatusNews } from './use-status-news.ts'

const CustomerDrawer = later(() => import('./customer-drawer.tsx').then(file => file.CustomerDrawer))
const NewCustomer = later(() => import('./new-customer.tsx').then(file => file.NewCustomer))
const CustomerMap = later(() => import('./customer-map.tsx').then(file => file.CustomerMap))

/** Columns that still mean something for a deleted customer. */
const KEPT = ['name', 'place', 'agent']

function CustomerList({ stage }: { stage: Stage }) {
  const { t } = useTranslation('customers')
  const contract = contractOf[stage]
  const list = useList(contract.list, FILTERS, { everyMs: useRereadMs(), counts: contract.counts })
  useStatusNews(stage, list)
  const { search, setSearch } = useScreen()
  const [mayRead, mayCreate] = [useMayCall(contract.get), useMayCall(contract.create)]
  const open = (id: string) => setSearch({ id, tab: undefined }, { push: true })
  const openHere = mayRead && !isOfDeleted(list) ? open : undefined
  return (
    <ListPage
      list={list}
      title={t($ => $.title[stage])}
      says={useSentence(stage)}
      searchHint={t($ => $.searchHint)}
      {...useCustomerFilters(stage)}
      columns={useCustomerColumns(stage, list.readAt, openHere)}
      excel={contract}
      bulk={useBulkActions(stage)}
      map={() => <CustomerMap stage={stage} filters={list.filters} open={openHere} />}
      create={{ label: t($ => $.new[stage]), endpoint: contract.create, run: () => open(NEW) }}
      actions={customer => <CustomerRowActions customer={customer} open={() => open(customer.id)} />}
      deleted={{
        restore: contract.restore,
        kept: KEPT,
        actions: customer => <DeletedCustomerActions customer={customer} />,
      }}
      empty={{
        title: t($ => $.emptyTitle[stage]),
        says: t($ => $.emptySays),
        readOnly: t($ => $.emptyReadOnly),
      }}
    >
      {search.id === NEW && mayCreate && (
        <NewCustomer stage={stage} close={() => setSearch({ id: undefined })} />
      )}
      {search.id && search.id !== NEW && mayRead && (
        <CustomerDrawer stage={stage} id={search.id} list={list} />
      )}
    </ListPage>
  )
}

/** `/custom`: customers with a contract. */
export const CustomersPage = () => <CustomerList stage="formal" />
CustomersPage.readAhead = listReadAhead(contractOf.formal.list, FILTERS)

/** `/customer/try-customer`: customers on trial, and applicants. */
export const TrialCustomersPage = () => <CustomerList stage="trial" />
TrialCustomersPage.readAhead = listReadAhead(contractOf.trial.list, FILTERS)
