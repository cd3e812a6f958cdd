import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { sayMoney } from '#shared/money.ts'
import { paymentStateOf, paymentStates } from '#shared/order-payments.ts'
import { type OrderState, orderStates } from '#shared/orders.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Choice } from '#web/components/choice.tsx'
import type { List } from '#web/components/list/use-list.ts'
import type { Opened } from '#web/components/list/use-opened.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { contentOf } from './content-of.ts'
import { Late } from './late.tsx'
import { Next } from './next-event.tsx'
import { markOfOrder } from './order-marks.ts'
import { useOrderSteps } from './use-order-steps.ts'
import './order-board.css'
import './orders.css'

const states = Object.keys(orderStates) as OrderState[]
/** Cards per column; the list has the rest. */
const CARDS = 30

/** The orders under the list's filters by step, each with the button that moves it on; on phones one step at a time. */
export function OrderBoard({ list, opened }: { list: List<Order>; opened: Opened }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const isPhone = useIsPhone()
  const chosen = states.find(state => state === list.filters.standing) ?? 'placed'
  return (
    <div className="order-board">
      {isPhone && (
        <Choice
          label={t($ => $.progress)}
          options={states.map(state => [state, orderStates[state][language]] as const)}
          chosen={chosen}
          choose={standing => list.setFilter({ standing })}
        />
      )}
      {(isPhone ? [chosen] : states).map(state => (
        <Column key={state} {...{ state, list, opened }} />
      ))}
    </div>
  )
}

interface ColumnProps {
  state: OrderState
  list: List<Order>
  opened: Opened
}

function Column({ state, list, opened }: ColumnProps) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { setSearch } = useScreen()
  const query = { ...list.filters, standing: state, size: CARDS }
  const { data, error, refetch } = useQuery({
    queryKey: [orders.list.path, query],
    queryFn: () => call(orders.list, { query }),
    placeholderData: keepPreviousData,
  })
  const name = orderStates[state][language]
  return (
    <section className="order-board-column" aria-label={name}>
      <h2>
        <StateMark state={markOfOrder[state]} /> {name}
        {data && <span className="num">{data.total.toLocaleString(language)}</span>}
      </h2>
      {error && !data && <LoadProblem error={error} retry={() => void refetch()} />}
      {data?.total === 0 && <p>{t($ => $.board.none)}</p>}
      <ul>
        {data?.items.map(order => (
          <Card key={order.id} {...{ order, opened }} />
        ))}
      </ul>
      {data && data.total > CARDS && (
        <Button type="link" onClick={() => setSearch({ view: undefined, standing: state }, { push: true })}>
          {t($ => $.board.all, { count: data.total })}
        </Button>
      )}
    </section>
  )
}

function Card({ order, opened }: { order: Order; opened: Opened }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const mayRead = useMayCall(orders.get)
  const steps = useOrderSteps()
  const { number, customer, sum, currency } = order
  const money = sum === null ? t($ => $.onRequest) : sayMoney({ amount: sum, currency }, language)
  const about = contentOf(order, language)
  return (
    <li className="order-card" data-opened={opened.id === order.id || undefined}>
      {mayRead ? (
        <button type="button" className="order-card-name" onClick={() => opened.open(order.id)}>
          {about}
        </button>
      ) : (
        <b className="order-card-name">{about}</b>
      )}
      <small className="num">{[number, customer].filter(Boolean).join(' · ')}</small>
      <span className="num">
        {money} · {paymentStates[paymentStateOf(order)][language]}
      </span>
      <Next order={order} />
      <Late order={order} />
      {steps(order, ['produce', 'ship', 'complete'])
        .filter(({ isOpen }) => isOpen)
        .map(({ key, label, endpoint, onClick }) => (
          <ActionButton
            key={key}
            endpoint={endpoint}
            aria-label={`${label} ${number}`}
            {...(onClick && { onClick })}
          >
            {label}
          </ActionButton>
        ))}
    </li>
  )
}
