import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import { orders } from '#shared/contracts/orders.ts'
import type { Stage } from '#shared/customers.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { CallError, call } from '#web/data/client.ts'
import { useWatchCustomers } from '#web/data/live/live.ts'
import { useMayCall } from '#web/data/session.ts'
import { Belongings } from './customer-belongings.tsx'
import { bodyOf, FIELDS, useCustomerSections, type Values, valuesOf } from './customer-form.tsx'
import { CustomerLog } from './customer-log.tsx'
import { CustomerStatusWord } from './customer-status.tsx'

interface Props {
  stage: Stage
  id: string
  /** The list it was opened from: arrows step through its rows. */
  list: Pick<List<Customer>, 'rows' | 'readAt'>
}

/** One customer in full: `?id=`; `tab=` is the part shown. */
export function CustomerDrawer({ stage, id, list }: Props) {
  const { t } = useTranslation('components')
  const { setSearch, frame } = useScreen()
  const { get } = contractOf[stage]
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: [get.path, id],
    queryFn: () => call(get, { params: { id } }),
    // A form must not change while being filled in.
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
  useWatchCustomers([id])
  const close = () => setSearch({ id: undefined, tab: undefined })
  const isElsewhere = useElsewhere(stage, id, error)
  if (data)
    return (
      <Opened
        key={data.id}
        customer={data}
        status={newest({ row: data, readAt: dataUpdatedAt }, list)}
        rows={list.rows}
        close={close}
      />
    )
  return (
    <Drawer
      open
      title={list.rows.find(row => row.id === id)?.name}
      size={912}
      onClose={close}
      getContainer={frame}
      closable={{ placement: 'end', 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {error && !isElsewhere ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  )
}

const otherList = {
  formal: { stage: 'trial', path: paths.trialCustomers },
  trial: { stage: 'formal', path: paths.customers },
} as const

/** A customer missing from this list may be in the other one: its trial was converted, or a message may be about either. */
function useElsewhere(stage: Stage, id: string, error: Error | null): boolean {
  const { open, exists } = useScreen()
  const other = otherList[stage]
  const { get } = contractOf[other.stage]
  const isNotHere = error instanceof CallError && error.status === 404
  const maySee = useMayCall(get) && exists(other.path)
  const { data, isError } = useQuery({
    queryKey: [get.path, id],
    queryFn: () => call(get, { params: { id } }),
    enabled: isNotHere && maySee,
    retry: false,
  })
  useEffect(() => {
    if (data) open(hrefOf(other.path, { id }))
  }, [data, open, other.path, id])
  return isNotHere && maySee && !isError
}

interface Read {
  row: Customer
  /** ms since 1970 */
  readAt: number
}

/** Takes fresh list data while the form stays as it is. */
function newest(form: Read, { rows, readAt }: Props['list']): Read {
  const row = rows.find(({ id }) => id === form.row.id)
  return row && readAt > form.readAt ? { row, readAt } : form
}

/** Leads sales to an order for the customer. */
function NewOrder({ customer: { id, approval, status } }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { exists } = useScreen()
  const mayOrder = useMayCall(orders.create) && exists(paths.orders)
  if (!mayOrder || approval !== 'passed' || status === 'DISABLE') return null
  return <ScreenLink to={hrefOf(paths.orders, { orderFor: id })}>{t($ => $.order)}</ScreenLink>
}

interface OpenedProps {
  customer: Customer
  status: Read
  rows: readonly Customer[]
  close: () => void
}

function Opened({ customer, status, rows, close }: OpenedProps) {
  const { t } = useTranslation('customers')
  const { search, setSearch } = useScreen()
  const { id, stage, chineseName, englishName, houses, users, devices, version } = customer
  const contract = contractOf[stage]
  const mayEdit = useMayCall(contract.update)
  const sections = useCustomerSections(stage, customer)
  const place = rows.findIndex(row => row.id === id)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row && (() => setSearch({ id: row.id }))
  }
  const belongings = (what: 'houses' | 'users' | 'devices', count: number) => ({
    key: what,
    title: t($ => $.tabs[what]),
    count,
    content: () => <Belongings customer={customer} what={what} />,
  })
  return (
    <FormDialog<Values>
      title={<BothNames chinese={chineseName} english={englishName} />}
      beside={
        <>
          <CustomerStatusWord customer={status.row} readAt={status.readAt} />
          <NewOrder customer={status.row} />
        </>
      }
      sections={sections}
      readOnly={!mayEdit}
      tabs={{
        form: t($ => $.tabs.details),
        tab: search.tab ?? '',
        show: tab => setSearch({ tab: tab || undefined }),
        others: [
          belongings('houses', houses),
          belongings('users', users),
          belongings('devices', devices),
          { key: 'log', title: t($ => $.tabs.log), content: () => <CustomerLog customer={customer} /> },
        ],
      }}
      steps={{ previous: step(place - 1), next: step(place + 1) }}
      initial={valuesOf(customer)}
      version={version}
      save={(values, version, stored) =>
        call(contract.update, { params: { id }, body: { ...bodyOf(values, stored), version } })
      }
      valuesOf={(current: Customer) => (current.stage === stage ? valuesOf(current) : null)}
      namesOf={(current: Customer) =>
        current.managerOfficeId
          ? [{ value: current.managerOfficeId, label: current.afterSaleServiceDepartmentName ?? '' }]
          : []
      }
      labels={Object.fromEntries(FIELDS.map(name => [name, t($ => $.fields[name])]))}
      success={t($ => $.changed)}
      close={close}
    />
  )
}
