import { Button } from 'antd'
import { Truck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { countryName } from '#shared/countries.ts'
import { paymentStateOf, paymentStates } from '#shared/order-payments.ts'
import { isChangeable, isPaymentRight, orderEvents, orderStandings, orderSteps } from '#shared/orders.ts'
import { STAFF } from '#shared/permissions.ts'
import type { Step } from '#shared/states.ts'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import type { Opened } from '#web/components/list/use-opened.ts'
import { RecordPanel } from '#web/components/records/record-panel.tsx'
import { StepButtons } from '#web/components/records/step-buttons.tsx'
import { Timeline, type TimelineItem } from '#web/components/records/timeline.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall, useSession } from '#web/data/session.ts'
import { ChangesCard } from './changes-card.tsx'
import { ClaimsCard } from './claims-card.tsx'
import { Late } from './late.tsx'
import { Next } from './next-event.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderItems } from './order-items.tsx'
import { iconOfEntry, markOfOrder } from './order-marks.ts'
import { PapersCard } from './order-papers.tsx'
import { OrderWays } from './order-ways.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { ShipmentsCard } from './shipments-card.tsx'
import { StepLine } from './step-line.tsx'
import { TermsCard } from './terms-card.tsx'
import { useOrderSteps } from './use-order-steps.ts'
import './orders.css'

const OrderForm = later(() => import('./order-form.tsx').then(file => file.OrderForm))

/** An order beside the list: progress, what comes next, where the goods are, what they cost. */
export function OrderPanel({ id, opened }: { id: string; opened: Opened }) {
  const { t } = useTranslation('orders')
  return (
    <RecordPanel
      opened={opened}
      path={orders.get.path}
      id={id}
      read={() => call(orders.get, { params: { id } })}
      noun={t($ => $.order)}
      title={({ number }) => number}
      says={order => <Head order={order} />}
    >
      {order => (
        <div className="order">
          <StepLine order={order} />
          <Next order={order} />
          <Late order={order} />
          <Steps order={order} />
          <div className="order-columns">
            <div>
              <ShipmentsCard order={order} />
              <OrderItems order={order} />
              <TermsCard order={order} />
              <PaymentsCard order={order} />
            </div>
            <div>
              <Happened order={order} />
              <Consignee order={order} />
              <PapersCard order={order} />
              <ClaimsCard order={order} />
            </div>
          </div>
          <ChangesCard order={order} />
          <OrderWays order={order} />
        </div>
      )}
    </RecordPanel>
  )
}

function Head({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { standing, customer, externalNumber } = order
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const erp = isStaff && externalNumber !== null && t($ => $.erpNumber, { number: externalNumber })
  const paid = paymentStates[paymentStateOf(order)][language]
  const about = [customer, paid, erp].filter(Boolean).join(' · ')
  return (
    <>
      <StateWord state={markOfOrder[standing]}>{orderStandings[standing][language]}</StateWord> · {about}
    </>
  )
}

/** Due steps come first; corrections and withdrawal are text at the end. */
function Steps({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const show = useShowDialog()
  const isStaff = useSession(({ user }) => user?.kind === STAFF)
  const mayEdit = useMayCall(orders.update) && isChangeable(order)
  const steps = useOrderSteps()
  const right = (names: readonly (keyof typeof orderSteps)[]) =>
    steps(order, names).filter(({ key }) => isPaymentRight(key, order, isStaff))
  const due =
    order.standing === 'transit' ? (['log', 'complete'] as const) : (['produce', 'ship', 'log'] as const)
  return (
    <StepButtons
      steps={right([...due, 'pay'])}
      rare={right(['unproduce', 'unship', 'reopen', 'unpay', 'withdraw'])}
    >
      {mayEdit && (
        <Button onClick={() => show(close => <OrderForm order={order} close={close} />)}>
          {t($ => $.edit)}
        </Button>
      )}
    </StepButtons>
  )
}

/** What happened, newest first. */
function Happened({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const steps: Readonly<Record<string, Step<string>>> = orderSteps
  const events: Readonly<Record<string, { [l in typeof language]: string }>> = orderEvents
  const items: TimelineItem[] = order.entries
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
    .map(({ id, step, at, by, isMine, text, pictures, papers }) => ({
      key: id,
      icon: iconOfEntry[step] ?? Truck,
      title: step === 'create' ? t($ => $.placed) : ((events[step] ?? steps[step]?.done)?.[language] ?? step),
      at,
      says: isMine ? t($ => $.you) : by,
      quote: text,
      pictures,
      papers,
    }))
  return (
    <OrderCard title={t($ => $.timeline)}>
      <Timeline label={t($ => $.timeline)} items={items} />
    </OrderCard>
  )
}

function Consignee({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { consignee, phone, country, city, address, content } = order
  const place = [address, city, country && countryName(country, language)].filter(Boolean).join(', ')
  return (
    <OrderCard title={t($ => $.consignee)}>
      <p>
        <b>{consignee}</b>
      </p>
      <p>{place}</p>
      {phone && <a href={`tel:${phone}`}>{phone}</a>}
      {content && <p className="order-content">{content}</p>}
    </OrderCard>
  )
}
