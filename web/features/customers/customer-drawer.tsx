import { useQuery } from '@tanstack/react-query'
import { Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Customer, contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { BothNames } from '#web/components/both-names.tsx'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { Belongings } from './customer-belongings.tsx'
import { bodyOf, FIELDS, useCustomerSections, type Values, valuesOf } from './customer-form.tsx'
import { CustomerLog } from './customer-log.tsx'
import { touchedByCustomer } from './touched.ts'

interface Props {
  stage: Stage
  id: string
  /** Of the page the drawer was opened from: its arrows lead through them. */
  rows: readonly Customer[]
}

/** One customer in full: `?id=`, and `tab=` what of it shows. */
export function CustomerDrawer({ stage, id, rows }: Props) {
  const { t } = useTranslation('components')
  const { setSearch, frame } = useScreen()
  const { get } = contractOf[stage]
  const { data, error, refetch } = useQuery({
    queryKey: [get.path, id],
    queryFn: () => call(get, { params: { id } }),
    // A form must not change under whoever fills it in.
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
  const close = () => setSearch({ id: undefined, tab: undefined })
  if (data) return <Opened key={`${data.id} ${data.version}`} customer={data} rows={rows} close={close} />
  return (
    <Drawer
      open
      size={912}
      onClose={close}
      getContainer={frame}
      closable={{ placement: 'end', 'aria-label': t($ => $.close) }}
      styles={{ wrapper: { maxWidth: '100vw' } }}
    >
      {error ? (
        <LoadProblem error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 12 }} />
      )}
    </Drawer>
  )
}

function Opened({
  customer,
  rows,
  close,
}: {
  customer: Customer
  rows: readonly Customer[]
  close: () => void
}) {
  const { t } = useTranslation('customers')
  const { search, setSearch } = useScreen()
  const { id, stage, chineseName, englishName, houses, users, devices, version } = customer
  const contract = contractOf[stage]
  const mayEdit = useMayCall(contract.update)
  const sections = useCustomerSections(stage, customer)
  const was = valuesOf(customer)
  const place = rows.findIndex(row => row.id === id)
  const step = (to: number) => {
    const row = place < 0 ? undefined : rows[to]
    return row && (() => setSearch({ id: row.id }))
  }
  const belongings = (what: 'houses' | 'users' | 'devices', count: number) => ({
    ...{ key: what, title: t($ => $.tabs[what]), count },
    content: () => <Belongings customer={customer} what={what} />,
  })
  return (
    <FormDialog<Values>
      title={<BothNames chinese={chineseName} english={englishName} />}
      beside={<DeviceStatusWord status={customer.status} />}
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
      initial={was}
      version={version}
      save={(values, version) =>
        call(contract.update, { params: { id }, body: { ...bodyOf(values, was), version } })
      }
      valuesOf={(current: Customer) => valuesOf(current)}
      namesOf={(current: Customer) =>
        current.managerOfficeId
          ? [{ value: current.managerOfficeId, label: current.afterSaleServiceDepartmentName ?? '' }]
          : []
      }
      labels={Object.fromEntries(FIELDS.map(name => [name, t($ => $.fields[name])]))}
      touches={touchedByCustomer(stage)}
      success={t($ => $.changed)}
      close={close}
    />
  )
}
