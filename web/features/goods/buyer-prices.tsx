import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type GoodRow, goods } from '#shared/contracts/goods.ts'
import { priceLists, priceSources, type SourcedPrice } from '#shared/contracts/price-lists.ts'
import { sayMoney } from '#shared/money.ts'
import type { Column } from '#web/components/list/column.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** In the address: whose prices the list shows beside the general ones. */
const BUYER = 'buyer'

/** The customer or agent whose prices stand beside the general ones; named in the address. */
export function BuyerSelect() {
  const maySee = useMayCall(priceLists.sources)
  const mayChoose = useMayCall(goods.buyers)
  return maySee && mayChoose ? <Buyers /> : null
}

function Buyers() {
  const { t } = useTranslation('goods')
  const { search, setSearch } = useScreen()
  const source = useOptions(goods.buyers.path, '', word => call(goods.buyers, { query: { search: word } }))
  return (
    <RemoteSelect
      className="goods-buyer"
      aria-label={t($ => $.pricesFor)}
      placeholder={t($ => $.pricesFor)}
      allowClear
      source={source}
      value={search[BUYER]}
      popupMatchSelectWidth={false}
      onChange={(id?: string) => setSearch({ [BUYER]: id })}
    />
  )
}

/** The column with what the chosen buyer pays for these goods, and by what; none while nobody is chosen. */
export function useBuyerColumn(rows: readonly GoodRow[]): Column<GoodRow>[] {
  const { t } = useTranslation('goods')
  const prices = useBuyerPrices(rows.map(({ id }) => id))
  if (!prices) return []
  return [{ key: 'forBuyer', title: t($ => $.forBuyer), render: ({ id }) => <Paid price={prices.get(id)} /> }]
}

/** What the chosen buyer pays where it is not the general price; null while nobody is chosen. */
function useBuyerPrices(ids: readonly string[]): ReadonlyMap<string, SourcedPrice> | null {
  const { search } = useScreen()
  const buyerId = search[BUYER]
  const goodIds = ids.join()
  const { data } = useQuery({
    queryKey: [priceLists.sources.path, buyerId, goodIds],
    queryFn: () => call(priceLists.sources, { query: { buyerId: buyerId ?? '', goodIds } }),
    enabled: buyerId !== undefined && ids.length > 0,
  })
  return useMemo(
    () => (buyerId === undefined ? null : new Map(data?.map(price => [price.goodId, price]))),
    [buyerId, data],
  )
}

/** A buyer's price with what it comes from. */
function Paid({ price }: { price: SourcedPrice | undefined }) {
  const { t } = useTranslation('goods')
  const language = usePreferences(({ language }) => language)
  if (!price) return <span className="caption">{t($ => $.general)}</span>
  return (
    <span className="stack">
      <span className="num">{sayMoney({ amount: price.price, currency: price.currency }, language)}</span>
      <small className="caption">
        {[priceSources[price.source][language], price.list].filter(Boolean).join(' · ')}
      </small>
    </span>
  )
}
