import { useTranslation } from 'react-i18next'
import type { AnalysisCard } from '#shared/contracts/analysis.ts'
import { currencies, sayMoney } from '#shared/money.ts'
import { orderStandings } from '#shared/orders.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useReader } from '#web/data/preferences.ts'
import { Card, Figure } from './card.tsx'
import { useChangeText } from './change-text.ts'
import { Counted } from './counted.tsx'
import { Ranks } from './ranks.tsx'
import { linesIn, spanOf, useCard } from './use-card.ts'

const standings = Object.keys(orderStandings) as (keyof typeof orderStandings)[]

/** Orders by current step, their totals per currency, and the goods ordered most. */
export function OrdersCard() {
  const { t } = useTranslation('analysis')
  const { language } = useReader()
  const card = useCard('orders')
  if (!card) return null
  return (
    <Card
      title={t($ => $.orders.title)}
      card={card}
      all={card.data && { href: hrefOf(paths.orders, spanOf(card.data)) }}
    >
      {data => (
        <>
          <Counted title={t($ => $.orders.title)} name={t($ => $.orders.all)} data={data} kind="order" />
          <Amounts data={data} />
          <div className="trend-halves">
            <Ranks
              title={t($ => $.orders.states)}
              ranks={standings.flatMap(standing =>
                linesIn(data, 'order')
                  .filter(({ key }) => key === standing)
                  .map(line => ({
                    ...line,
                    name: orderStandings[standing][language],
                    behind: { href: hrefOf(paths.orders, { standing, ...spanOf(data) }) },
                  })),
              )}
            />
            <Ranks
              title={t($ => $.orders.goods)}
              ranks={goodsIn(data).map(line => ({
                ...line,
                name: line.name ?? t($ => $.orders.otherGood),
                behind: { rows: `good ${line.key}` },
              }))}
            />
          </div>
        </>
      )}
    </Card>
  )
}

/** Goods of the catalogue first. */
const goodsIn = (data: AnalysisCard) =>
  linesIn(data, 'good').toSorted((one, other) => Number(one.key === '') - Number(other.key === ''))

/** Order totals, per currency. */
function Amounts({ data }: { data: AnalysisCard }) {
  const { t } = useTranslation('analysis')
  const { language } = useReader()
  const { ofCount } = useChangeText()
  const lines = linesIn(data, 'amount')
  if (lines.length === 0) return null
  return (
    <div className="trend-figures">
      {currencies.map(currency => {
        const line = lines.find(({ key }) => key === currency)
        if (!line?.amount) return null
        const { now, before } = line.amount
        return (
          <Figure
            key={currency}
            name={`${currency} · ${t($ => $.orders.priced, { count: line.now })}`}
            value={sayMoney({ amount: now, currency }, language)}
            change={ofCount(Number(now), Number(before))}
          />
        )
      })}
    </div>
  )
}
