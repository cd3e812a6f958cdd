import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { countryName } from '#shared/countries.ts'
import { dateOf } from '#shared/dates.ts'
import { compareAmounts, sayMoney, times } from '#shared/money.ts'
import { shipmentFields } from '#shared/orders.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useZone } from '#web/components/time.tsx'
import { type Paper, paperNames } from './papers.ts'
import './paper-sheet.css'

interface Props {
  order: OrderDetail
  paper: Paper
  language: Language
  done: () => void
}

/** A paper of an order that is only there for the printer; it prints itself once and is done. */
export function PaperSheet({ done, ...shown }: Props) {
  const { order, paper, language } = shown
  const { t } = useTranslation('orders', { lng: language })
  const name = `${order.number} ${paperNames[paper][language]}`
  const finish = useEffectEvent(done)
  useEffect(() => {
    // What the browser proposes as the name of the file.
    const title = document.title
    document.title = name
    const ended = () => {
      document.title = title
      finish()
    }
    addEventListener('afterprint', ended, { once: true })
    window.print()
    return () => {
      removeEventListener('afterprint', ended)
      document.title = title
    }
  }, [name])
  return createPortal(
    <article className="paper-sheet" lang={language}>
      <Head {...shown} />
      <Goods {...shown} />
      {paper !== 'confirmation' && <Shipping {...shown} />}
      {paper === 'proforma' && <p>{t($ => $.proformaSays)}</p>}
    </article>,
    document.body,
  )
}

type Shown = Omit<Props, 'done'>

function Head({ order, paper, language }: Shown) {
  const { t } = useTranslation('orders', { lng: language })
  const { number, madeAt, seller, customer, consignee, phone, address, city, country, paidOn } = order
  const day = dateOf(dateIn(useZone(), new Date(madeAt)), language)
  const place = [address, city, country && countryName(country, language)].filter(Boolean).join(', ')
  return (
    <>
      <header>
        <h1>{paperNames[paper][language]}</h1>
        <dl>
          <Fact name={t($ => $.number)} value={number} />
          <Fact name={t($ => $.orderedOn)} value={day} />
          {paper !== 'packing' && paidOn && (
            <Fact name={t($ => $.payment)} value={t($ => $.paidOn, { day: dateOf(paidOn, language) })} />
          )}
        </dl>
      </header>
      <dl className="paper-parties">
        <Fact name={t($ => $.seller)} value={seller && textIn(bothNames(seller), language)} />
        <Fact name={t($ => $.buyer)} value={customer} />
        <Fact
          name={t($ => $.consignee)}
          value={[consignee, place, phone, order.content].filter(Boolean).join('\n')}
        />
      </dl>
    </>
  )
}

function Goods({ order, paper, language }: Shown) {
  const { t } = useTranslation('orders', { lng: language })
  const { lines, currency, freight, goods, sum } = order
  const isPriced = paper !== 'packing'
  const say = (amount: string | null) =>
    amount === null ? t($ => $.onRequest) : sayMoney({ amount, currency }, language, 'code')
  const pieces = lines.reduce((all, { quantity }) => all + quantity, 0)
  return (
    <table>
      <thead>
        <tr>
          <th>{t($ => $.code)}</th>
          <th>{t($ => $.goods)}</th>
          <th>{t($ => $.pieces)}</th>
          {isPriced && <th>{t($ => $.price)}</th>}
          {isPriced && <th>{t($ => $.lineSum)}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ code, quantity, price, ...names }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing else
          <tr key={i}>
            <td>{code}</td>
            <td>{textIn(bothNames(names), language)}</td>
            <td>{quantity.toLocaleString(language)}</td>
            {isPriced && <td>{say(price)}</td>}
            {isPriced && (
              <td>{price === null ? '—' : say(times({ amount: price, currency }, quantity).amount)}</td>
            )}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {!isPriced && (
          <Sum label={t($ => $.piecesInAll)} value={pieces.toLocaleString(language)} columns={2} />
        )}
        {isPriced && compareAmounts(freight, '0') > 0 && (
          <>
            <Sum label={t($ => $.goodsSum)} value={say(goods)} columns={4} />
            <Sum label={t($ => $.freight)} value={say(freight)} columns={4} />
          </>
        )}
        {isPriced && <Sum label={t($ => $.total)} value={say(sum)} columns={4} />}
      </tfoot>
    </table>
  )
}

const Sum = ({ label, value, columns }: { label: string; value: string; columns: number }) => (
  <tr>
    <td colSpan={columns}>{label}</td>
    <td>{value}</td>
  </tr>
)

function Shipping({ order, language }: Shown) {
  const { t } = useTranslation('orders', { lng: language })
  return order.shipments.map((shipment, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a shipment has nothing else
    <section key={i}>
      <h2>{order.shipments.length > 1 ? t($ => $.shipmentOf, { number: i + 1 }) : t($ => $.shipment)}</h2>
      <dl>
        {Object.entries(shipmentFields).map(([name, { label, kind }]) => {
          const value = shipment[name as keyof typeof shipment]
          const said = kind === 'day' && value ? dateOf(String(value), language) : value
          return said ? <Fact key={name} name={label[language]} value={String(said)} /> : null
        })}
      </dl>
    </section>
  ))
}

const Fact = ({ name, value }: { name: string; value: string | null }) =>
  value ? (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  ) : null
