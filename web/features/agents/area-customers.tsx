import { useTranslation } from 'react-i18next'
import { agentArea, agentCustomers, type OwnAgency, type OwnCustomer } from '#shared/contracts/agent-area.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { NearDate } from '#web/components/near-date.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { AreaTotals, useRights } from './area-head.tsx'
import { AreaMorning } from './area-morning.tsx'
import { Views } from './views.tsx'
import './agents.css'

const PutForwardAgain = later(() => import('./put-forward-again.tsx').then(file => file.PutForwardAgain))
const NewCustomer = later(() => import('./new-customer.tsx').then(file => file.NewCustomer))

/** Filters in the address. */
const FILTERS = ['search']

/** An agent's customers: contracts and maintenance, devices, orders and inquiries. */
export function OwnCustomers({ own }: { own: OwnAgency }) {
  const { t } = useTranslation('agents')
  const { open, exists } = useScreen()
  return (
    <ListPage
      list={useList(agentArea.list, FILTERS)}
      title={t($ => $.area.title)}
      says={useRights(own)}
      searchHint={t($ => $.customer.searchHint)}
      views={<Views views={['customers', 'materials']} />}
      above={
        <>
          <AreaTotals />
          <AreaMorning />
        </>
      }
      columns={useOwnCustomerColumns()}
      lead={exists(paths.customers) ? id => open(hrefOf(paths.customers, { id })) : null}
      actions={customer => (
        <RowActions
          name={customer.name}
          actions={[
            {
              key: 'again',
              label: t($ => $.customer.again),
              endpoint: agentCustomers.again,
              isOpen: customer.approval === 'rejected',
              dialog: close => <PutForwardAgain customer={customer} close={close} />,
            },
          ]}
        />
      )}
      create={{
        label: t($ => $.customer.new),
        endpoint: agentCustomers.create,
        dialog: close => <NewCustomer close={close} />,
      }}
      empty={{
        title: t($ => $.customer.emptyTitle),
        says: t($ => $.customer.emptySays),
        readOnly: t($ => $.customer.emptyReadOnly),
      }}
    />
  )
}

function useOwnCustomerColumns(): Column<OwnCustomer>[] {
  const { t } = useTranslation('agents')
  const language = usePreferences(({ language }) => language)
  return [
    {
      key: 'name',
      title: t($ => $.customer.name),
      sort: 'name',
      render: ({ name, contact, city }) => (
        <span className="agent-customer">
          <span>{name}</span>
          <small>{[contact, city].filter(Boolean).join(' · ')}</small>
        </span>
      ),
    },
    {
      key: 'stage',
      title: t($ => $.customer.stage),
      card: 'line',
      render: ({ stage, approval, refusedBecause }) =>
        approval === 'passed' ? (
          t($ => $.customer.stages[stage])
        ) : (
          <span className="agent-customer">
            <span>{t($ => $.customer.approvals[approval])}</span>
            {refusedBecause && <small>{refusedBecause}</small>}
          </span>
        ),
    },
    {
      key: 'endsOn',
      title: t($ => $.customer.endsOn),
      sort: 'endsOn',
      atEnd: true,
      card: 'line',
      render: ({ endsOn, timeZone }) => <NearDate on={endsOn} timeZone={timeZone} />,
    },
    {
      key: 'maintenance',
      title: t($ => $.customer.maintenance),
      sort: 'nextMaintenanceOn',
      atEnd: true,
      render: ({ nextMaintenanceOn, nextMaintenance, timeZone }) => (
        <span className="agent-customer">
          <NearDate on={nextMaintenanceOn} soon={7} timeZone={timeZone} />
          {nextMaintenance && <small>{nextMaintenance}</small>}
        </span>
      ),
    },
    {
      key: 'devices',
      title: t($ => $.customer.devices),
      sort: 'devices',
      atEnd: true,
      render: ({ devices, devicesOnline }) => (
        <span className="num">
          {devicesOnline.toLocaleString(language)} / {devices.toLocaleString(language)}
        </span>
      ),
    },
    {
      key: 'alarms',
      title: t($ => $.customer.alarms),
      sort: 'alarms',
      card: 'note',
      render: ({ alarms }) =>
        alarms === null ? (
          t($ => $.customer.notShared)
        ) : (
          <span className="num">
            {alarms > 0 && <StateMark state="alarm" />} {alarms.toLocaleString(language)}
          </span>
        ),
    },
    {
      key: 'orders',
      title: t($ => $.customer.orders),
      render: ({ id, name, orders }) => (
        <Count count={orders} name={name} href={hrefOf(paths.myOrders, { officeId: id })} />
      ),
    },
    {
      key: 'inquiries',
      title: t($ => $.customer.inquiries),
      render: ({ id, name, inquiries }) => (
        <Count count={inquiries} name={name} href={hrefOf(paths.myInquiries, { officeId: id })} />
      ),
    },
  ]
}

/** A count with a link to its list. */
function Count({ count, name, href }: { count: number; name: string; href: string }) {
  const language = usePreferences(({ language }) => language)
  const { open, exists, titleOf } = useScreen()
  const path = href.split('?')[0] ?? ''
  const text = count.toLocaleString(language)
  if (count === 0 || !exists(path)) return <span className="num">{text}</span>
  return (
    <button
      type="button"
      className="agent-link num"
      aria-label={`${titleOf(path)}: ${name}, ${text}`}
      onClick={event => {
        event.stopPropagation()
        open(href)
      }}
    >
      {text}
    </button>
  )
}
