import { Button, Drawer, Empty } from 'antd'
import { MessageCircle, ShoppingCart, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inquiries } from '#shared/contracts/inquiries.ts'
import type { BasketLine } from '#shared/contracts/mall.ts'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { Price } from '#web/components/goods/price.tsx'
import { useBasketChange } from '#web/components/goods/use-basket-change.ts'
import { later } from '#web/components/later.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Quantity } from './good-detail.tsx'
import { GoodPicture } from './picture.tsx'
import { useBasket } from './use-mall.ts'

const OrderForm = later(() => import('./order-form.tsx').then(file => file.OrderForm))
const AskForm = later(() => import('./ask-form.tsx').then(file => file.AskForm))

/** The basket: goods to inquire about or order. */
export function BasketDrawer({ close }: { close: () => void }) {
  const { t } = useTranslation('mall')
  const { frame } = useScreen()
  const { lines = [], totals = [], gone = 0 } = useBasket() ?? {}
  const { clear } = useBasketChange()
  const [form, setForm] = useState<'ask' | 'order' | null>(null)
  const [placed, setPlaced] = useState<Order | null>(null)
  const closeForm = () => setForm(null)
  return (
    <Drawer open title={t($ => $.basket)} width={480} onClose={close} getContainer={frame}>
      {gone > 0 && <p className="mall-gone">{t($ => $.gone, { count: gone })}</p>}
      {placed && <Placed order={placed} />}
      {lines.length === 0 && !placed && (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={
            <>
              <strong>{t($ => $.basketEmptyTitle)}</strong>
              <br />
              {t($ => $.basketEmptySays)}
            </>
          }
        />
      )}
      {lines.length > 0 && (
        <>
          <ul className="mall-basket">
            {lines.map(line => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
          <div className="mall-total">
            <span>{t($ => $.total)}</span>
            {totals.map(total => (
              <Price key={total.currency} price={total} />
            ))}
          </div>
          {lines.some(({ price }) => price === null) && (
            <p className="mall-says">{t($ => $.withoutRequest)}</p>
          )}
          <div className="mall-head-tools">
            <ActionButton
              endpoint={orders.place}
              type="primary"
              icon={<ShoppingCart size={16} aria-hidden />}
              onClick={() => setForm('order')}
            >
              {t($ => $.order)}
            </ActionButton>
            <ActionButton
              endpoint={inquiries.create}
              icon={<MessageCircle size={16} aria-hidden />}
              onClick={() => setForm('ask')}
            >
              {t($ => $.ask)}
            </ActionButton>
            <Button onClick={() => void clear()}>{t($ => $.clear)}</Button>
          </div>
        </>
      )}
      {form === 'ask' && <AskForm lines={lines} close={closeForm} />}
      {form === 'order' && <OrderForm lines={lines} close={closeForm} placed={setPlaced} />}
    </Drawer>
  )
}

/** What was ordered just now: its number, and the way to it. */
function Placed({ order: { id, number } }: { order: Order }) {
  const { t } = useTranslation('mall')
  const { open, exists } = useScreen()
  return (
    <section className="mall-placed stack gap-2" role="status">
      <strong className="num">{t($ => $.placed, { number })}</strong>
      <p>{t($ => $.placedSays)}</p>
      {exists(paths.myOrders) && (
        <Button type="primary" onClick={() => open(hrefOf(paths.myOrders, { id }))}>
          {t($ => $.follow)}
        </Button>
      )}
    </section>
  )
}

function Line({ line }: { line: BasketLine }) {
  const { t } = useTranslation('mall')
  const { put } = useBasketChange()
  const { goodId, variantId, name, variant, code, cover, quantity, price, sum, stock } = line
  return (
    <li>
      <GoodPicture id={cover} />
      <div>
        <strong>{name}</strong>
        <span className="mall-says">{[variant, code].filter(Boolean).join(' · ')}</span>
        <Quantity
          quantity={quantity}
          stock={stock}
          change={to => to !== null && void put({ goodId, variantId, quantity: to })}
        />
      </div>
      <Price price={sum ?? price} />
      <Button
        type="text"
        aria-label={t($ => $.remove, { name })}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => void put({ goodId, variantId, quantity: 0 })}
      />
    </li>
  )
}
