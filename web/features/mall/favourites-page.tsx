import { Empty } from 'antd'
import { TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Favourite, goodFavourites } from '#shared/contracts/mall.ts'
import { dayOf } from '#shared/dates.ts'
import { compareAmounts, sayMoney } from '#shared/money.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { Price } from '#web/components/goods/price.tsx'
import { Pager } from '#web/components/list/pager.tsx'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useZone } from '#web/components/time.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { FavouriteButton } from './mall-card.tsx'
import { GoodPicture } from './picture.tsx'
import './mall.css'

/** `/good-favorities`: the user's favourites, and what changed about them. */
export function FavouritesPage() {
  const { t } = useTranslation('mall')
  const isPhone = useIsPhone()
  const list = useList(goodFavourites.list, [])
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{t($ => $.favourites)}</h1>
          <p className="num">{list.readAt === 0 ? ' ' : t($ => $.favouritesSays, { count: list.total })}</p>
        </div>
      </div>
      {list.error && list.rows.length === 0 ? (
        <LoadProblem error={list.error} retry={list.refetch} />
      ) : (
        <section className="card mall-favourites" aria-busy={list.isFetching}>
          {list.rows.length === 0 && !list.isLoading && (
            <Empty
              image={Empty.PRESENTED_IMAGE_SIMPLE}
              description={
                <>
                  <strong>{t($ => $.favouritesEmptyTitle)}</strong>
                  <br />
                  {t($ => $.favouritesEmptySays)}
                </>
              }
            />
          )}
          <ul className="mall-basket">
            {list.rows.map(row => (
              <Kept key={row.id} row={row} />
            ))}
          </ul>
          {list.rows.length > 0 && <Pager list={list} phone={isPhone} />}
        </section>
      )}
    </div>
  )
}
FavouritesPage.readAhead = listReadAhead(goodFavourites.list, [])

function Kept({ row }: { row: Favourite }) {
  const { t } = useTranslation('mall')
  const { open, exists } = useScreen()
  const { id, name, code, at, good } = row
  const language = usePreferences(({ language }) => language)
  const zone = useZone()
  return (
    <li>
      <GoodPicture id={good?.cover ?? null} />
      <div>
        {good && exists(paths.mall) ? (
          <button type="button" className="good-name" onClick={() => open(hrefOf(paths.mall, { id }))}>
            {good.name}
          </button>
        ) : (
          <strong>{name}</strong>
        )}
        <span className="mall-says">
          {code} · <time dateTime={at}>{dayOf(new Date(at), language, zone)}</time>
        </span>
        <Changed row={row} />
      </div>
      {good ? (
        <Price price={good.price} isFrom={good.isFrom} unit={good.unit} />
      ) : (
        <span className="mall-off">{t($ => $.offShelf)}</span>
      )}
      <FavouriteButton good={{ id, name, isFavourite: true }} />
    </li>
  )
}

/** The old price of a good whose price has changed. */
function Changed({ row: { priceThen, good } }: { row: Favourite }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const now = good?.price
  if (!priceThen || !now) return null
  const price = sayMoney(priceThen, language)
  if (priceThen.currency !== now.currency)
    return <span className="mall-says">{t($ => $.priceWas, { price })}</span>
  const differs = compareAmounts(now.amount, priceThen.amount)
  if (differs === 0) return null
  return (
    <span className="mall-changed" data-down={differs < 0 || undefined}>
      {differs < 0 ? <TrendingDown size={15} aria-hidden /> : <TrendingUp size={15} aria-hidden />}{' '}
      {differs < 0 ? t($ => $.priceDown, { price }) : t($ => $.priceUp, { price })}
    </span>
  )
}
