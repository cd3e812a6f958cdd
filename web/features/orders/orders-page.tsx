import { useTranslation } from 'react-i18next'
import { valuesOf } from '#shared/choices.ts'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { sayMoney } from '#shared/money.ts'
import { paymentStateOf, paymentStates } from '#shared/order-payments.ts'
import { isChangeable, isPaymentRight, orderStandings } from '#shared/orders.ts'
import { STAFF } from '#shared/permissions.ts'
import { paths } from '#shared/screens.ts'
import { shippedOf, shippedStates } from '#shared/shipments.ts'
import { later } from '#web/components/later.tsx'
import type { Column } from '#web/components/list/column.ts'
import { useCustomerFilter } from '#web/components/list/customer-filter.ts'
import { DELETED } from '#web/components/list/deleted.tsx'
import { ListPage } from '#web/components/list/list-page.tsx'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { useOpened } from '#web/components/list/use-opened.ts'
import { MADE_IN, useMadeFilter } from '#web/components/records/made-filter.ts'
import { RecordCell } from '#web/components/records/record-cell.tsx'
import { useTickets } from '#web/components/records/use-tickets.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useUndo } from '#web/components/use-undo.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { contentOf } from './content-of.ts'
import { Late } from './late.tsx'
import { markOfOrder } from './order-marks.ts'
import { useOrderSteps } from './use-order-steps.ts'

const OrderBoard = later(() => import('./order-board.tsx').then(file => file.OrderBoard))
const OrderPanel = later(() => import('./order-detail.tsx').then(file => file.OrderPanel))
const OrderForm = later(() => import('./order-form.tsx').then(file => file.OrderForm))
const OrderOfCustomer = later(() => import('./order-of-customer.tsx').then(file => file.OrderOfCustomer))
const OrderOfInquiry = later(() => import('./order-of-inquiry.tsx').then(file => file.OrderOfInquiry))
const OrderOfQuotation = later(() => import('./order-of-quotation.tsx').then(file => file.OrderOfQuotation))

/** Filters in the address. */
const FILTERS = ['search', 'standing', 'paid', 'shipped', 'late', 'officeId', DELETED, ...MADE_IN]

/** `/myOrder`: orders of the viewer's organisation, and where they are. */
export function MyOrdersPage() {
  const { t } = useTranslation('orders')
  return <Orders title={t($ => $.mine)} empty={{ title: t($ => $.emptyTitle), says: t($ => $.emptySays) }} />
}
MyOrdersPage.readAhead = listReadAhead(orders.list, FILTERS)

/** `/orderCenter`: customers' orders; those waiting for production first. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  return (
    <Orders
      title={t($ => $.title)}
      empty={{ title: t($ => $.noneTitle), says: t($ => $.noneSays) }}
      hasBoard
    />
  )
}
OrdersPage.readAhead = listReadAhead(orders.list, FILTERS)

/** The order that the address begins: an empty one, for a customer, or of an inquiry or a quotation. */
function Begun() {
  const { search, setSearch } = useScreen()
  const mayCreate = useMayCall(orders.create)
  const mayAccept = useMayCall(orders.placeQuoted)
  const ending = (name: 'new' | 'orderFor' | 'inquiry' | 'quotation') => ({
    close: () => setSearch({ [name]: undefined }),
    open: (id: string) => setSearch({ id, [name]: undefined }),
  })
  const { orderFor, inquiry, quotation } = search
  return (
    <>
      {search.new !== undefined && mayCreate && <OrderForm {...ending('new')} />}
      {orderFor && mayCreate && <OrderOfCustomer id={orderFor} {...ending('orderFor')} />}
      {inquiry && mayCreate && <OrderOfInquiry id={inquiry} {...ending('inquiry')} />}
      {quotation && mayAccept && <OrderOfQuotation id={quotation} {...ending('quotation')} />}
    </>
  )
}

interface Props {
  title: string
  empty: { title: string; says: string }
  hasBoard?: boolean
}

function Orders({ title, empty, hasBoard = false }: Props) {
  const { t } = useTranslation('orders')
  const list = useList(orders.list, FILTERS, { counts: orders.counts })
  const opened = useOpened(list, 'id')
  const language = usePreferences(({ language }) => language)
  const { before, after, chips } = useTickets<Order>(orderStandings, markOfOrder)
  const customers = useCustomerFilter()
  const made = useMadeFilter(list)
  const mayRead = useMayCall(orders.get)
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const states = useStateFilters()
  const columns: Column<Order>[] = [
    {
      key: 'content',
      title: t($ => $.order),
      width: 280,
      render: order => (
        <RecordCell
          about={contentOf(order, language)}
          number={[order.number, isStaff && order.externalNumber].filter(Boolean).join(' · ')}
        />
      ),
    },
    ...before.filter(({ key }) => key !== 'about'),
    {
      key: 'sum',
      title: t($ => $.total),
      card: 'line',
      atEnd: true,
      render: ({ sum, currency }) =>
        sum === null ? t($ => $.onRequest) : sayMoney({ amount: sum, currency }, language),
    },
    {
      key: 'paidOn',
      title: t($ => $.payment),
      card: 'line',
      render: order => paymentStates[paymentStateOf(order)][language],
    },
    {
      key: 'shipped',
      title: t($ => $.shipped),
      isExtra: true,
      render: order => shippedStates[shippedOf(order)][language],
    },
    { key: 'late', title: t($ => $.late.title), card: 'note', render: order => <Late order={order} /> },
    ...after.filter(({ key }) => key === 'lastAt'),
  ]
  return (
    <ListPage
      list={list}
      title={title}
      says={count => t($ => $.says, { count })}
      searchHint={t($ => $.searchHint)}
      chips={chips}
      filters={[...states, ...customers, ...made]}
      related={[paths.priceLists, paths.seller]}
      columns={columns}
      excel={orders}
      create={{
        label: t($ => $.create),
        endpoint: orders.create,
        dialog: close => <OrderForm close={close} open={opened.open} />,
      }}
      actions={order => <Actions order={order} />}
      deleted={{
        restore: orders.restore,
        kept: ['content', 'customer', 'sum', 'standing'],
        actions: order => <DeletedActions order={order} />,
      }}
      empty={empty}
      {...(hasBoard && { board: () => <OrderBoard list={list} opened={opened} /> })}
      {...(mayRead && { detail: { opened, show: id => <OrderPanel id={id} opened={opened} /> } })}
    >
      <Begun />
    </ListPage>
  )
}

/** What of an order is paid, shipped and late. */
function useStateFilters() {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const paid = {
    name: 'paid',
    label: t($ => $.payment),
    options: (['no', 'partly', 'yes'] as const).map(value => ({
      value,
      label: t($ => $.paidFilter[value]),
    })),
  }
  const shipped = {
    name: 'shipped',
    label: t($ => $.shipped),
    options: valuesOf(shippedStates).map(value => ({ value, label: shippedStates[value][language] })),
  }
  const late = {
    name: 'late',
    label: t($ => $.late.title),
    options: [{ value: 'yes', label: t($ => $.late.only) }],
  }
  return [paid, shipped, late]
}

/** A deleted order can only be restored. */
function DeletedActions({ order: { id, number } }: { order: Order }) {
  const { t } = useTranslation('orders')
  const confirm = useConfirmed({ success: t($ => $.deletion.restored) })
  const restore = () =>
    confirm(
      {
        title: t($ => $.deletion.restoreAsk, { number }),
        says: t($ => $.deletion.restoreSays),
        ok: t($ => $.deletion.restore),
      },
      () => call(orders.restore, { params: { id } }),
    )
  return (
    <RowActions
      name={number}
      actions={[
        { key: 'restore', label: t($ => $.deletion.restore), endpoint: orders.restore, onClick: restore },
      ]}
    />
  )
}

/** In the list only the due step; the rest is in the detail. */
function Actions({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const steps = useOrderSteps()
  const confirm = useConfirmed({ success: t($ => $.deletion.removed) })
  const offerUndo = useUndo()
  const mayUndo = useMayCall(orders.restore) && order.standing === 'withdrawn'
  const params = { id: order.id }
  const change = () => call(orders.remove, { params })
  const undo = () => call(orders.restore, { params })
  // One that was only placed is withdrawn with it: programs hear of it and its goods are for sale again in the same second.
  const remove = () =>
    mayUndo
      ? void offerUndo({ says: t($ => $.deletion.removed), change, undo })
      : confirm(
          {
            title: t($ => $.deletion.removeAsk, { number: order.number }),
            says: t($ => $.deletion.removeSays),
            ok: t($ => $.deletion.remove),
          },
          change,
        )
  const open = steps(order, ['produce', 'ship', 'log', 'complete', 'pay', 'withdraw']).filter(({ key }) =>
    isPaymentRight(key, order, isStaff),
  )
  return (
    <RowActions
      name={order.number}
      actions={[
        ...open,
        {
          key: 'edit',
          label: t($ => $.edit),
          endpoint: orders.update,
          isOpen: isChangeable(order),
          dialog: close => <OrderForm order={order} close={close} />,
        },
        {
          key: 'remove',
          label: t($ => $.deletion.remove),
          endpoint: orders.remove,
          isOpen:
            order.standing === 'withdrawn' || (order.standing === 'placed' && paymentStateOf(order) === 'no'),
          isRare: true,
          onClick: remove,
        },
      ]}
    />
  )
}
