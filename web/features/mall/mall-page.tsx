import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Scale, ShoppingBasket } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Card, mall } from '#shared/contracts/mall.ts'
import { COMPARED } from '#shared/goods.ts'
import { later } from '#web/components/later.tsx'
import { FilterBar } from '#web/components/list/filter-bar.tsx'
import { NoRows } from '#web/components/list/list-states.tsx'
import { Pager } from '#web/components/list/pager.tsx'
import { type List, listReadAhead, useList } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { callOfAddress } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { DueStrip, useDue } from './due-strip.tsx'
import { MallCard } from './mall-card.tsx'
import { MallTools } from './mall-tools.tsx'
import { NothingFound } from './nothing-found.tsx'
import { useBasket } from './use-mall.ts'
import './mall.css'

const GoodDetail = later(() => import('./good-detail.tsx').then(file => file.GoodDetail))
const BasketDrawer = later(() => import('./basket-drawer.tsx').then(file => file.BasketDrawer))
const CompareDialog = later(() => import('./compare-dialog.tsx').then(file => file.CompareDialog))

/** Filters in the address. */
const FILTERS = ['search', 'categoryId', 'machine', 'fits', 'houseId']

function Mall({ title, hasDue = false }: { title: string; hasDue?: boolean }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const isPhone = useIsPhone()
  const { search, setSearch } = useScreen()
  const [compared, setCompared] = useState<readonly string[]>([])
  const [isComparing, setComparing] = useState(false)
  const showBasket = (isShown: boolean) => setSearch({ basket: isShown ? 'open' : undefined })
  const list = useList(mall.list, FILTERS)
  const basket = useBasket()
  // A phone shows one thing at a time: the open good, or the list.
  const isAlone = isPhone && search.id !== undefined
  const { data: facets, isLoading: isCounting } = useQuery({
    queryKey: [mall.facets.path, list.filters],
    queryFn: () => callOfAddress(mall.facets, { query: list.filters }),
    placeholderData: keepPreviousData,
  })
  const { isLoading: isAskingDue } = useDue(hasDue)
  // Nothing is drawn that would move when what stands above it comes.
  const isWaiting = isCounting || isAskingDue
  const { categories = [], houses = [] } = facets ?? {}
  const top = categories.filter(({ aboveId }) => aboveId === null)
  const chips = {
    name: 'categoryId',
    label: t($ => $.category),
    options: top.map(({ id, name, goods }) => ({
      value: id,
      label: `${name} ${goods.toLocaleString(language)}`,
    })),
  }
  const toggle = (id: string) =>
    setCompared(ids => (ids.includes(id) ? ids.filter(each => each !== id) : [...ids, id]))
  const compareOf = (id: string) =>
    compared.length < COMPARED || compared.includes(id) ? () => toggle(id) : null
  return (
    <div className="page mall">
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <p>{facets ? (houses.length > 0 ? t($ => $.says) : t($ => $.saysAll)) : '\u00a0'}</p>
        </div>
        <div className="mall-head-tools">
          {compared.length > 1 && (
            <Button icon={<Scale size={16} aria-hidden />} onClick={() => setComparing(true)}>
              {t($ => $.compareCount, { count: compared.length })}
            </Button>
          )}
          <Button icon={<ShoppingBasket size={16} aria-hidden />} onClick={() => showBasket(true)}>
            {t($ => $.basketCount, { count: basket?.lines.length ?? 0 })}
          </Button>
        </div>
      </div>
      {!isAlone && !isWaiting && (
        <>
          {hasDue && Object.values(list.filters).every(value => !value) && (
            <DueStrip open={id => setSearch({ id }, { push: true })} />
          )}
          <FilterBar list={list} searchHint={t($ => $.searchHint)} {...(top.length > 1 && { chips })} />
          <MallTools list={list} facets={facets} />
        </>
      )}
      {list.error && list.rows.length === 0 && <LoadProblem error={list.error} retry={list.refetch} />}
      {isWaiting && !list.error && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isWaiting && !(list.error && list.rows.length === 0) && (
        <div className="mall-body" data-open={search.id !== undefined || undefined}>
          <section aria-busy={list.isFetching}>
            {list.rows.length === 0 && !list.isLoading && (
              <None list={list} houses={houses.length} open={id => setSearch({ id }, { push: true })} />
            )}
            <ul className="mall-cards">
              {list.rows.map(card => (
                <MallCard
                  key={card.id}
                  card={card}
                  houses={houses.length}
                  isOpen={card.id === search.id}
                  isCompared={compared.includes(card.id)}
                  open={() => setSearch({ id: card.id }, { push: true })}
                  compare={compareOf(card.id)}
                />
              ))}
            </ul>
            {list.rows.length > 0 && <Pager list={list} phone={isPhone} />}
          </section>
          {search.id !== undefined && (
            <GoodDetail key={search.id} id={search.id} close={() => setSearch({ id: undefined })} />
          )}
        </div>
      )}
      {search.basket && <BasketDrawer close={() => showBasket(false)} />}
      {isComparing && <CompareDialog ids={compared} close={() => setComparing(false)} />}
    </div>
  )
}

interface NoneProps {
  list: List<Card>
  houses: number
  open: (id: string) => void
}

/** A search alone that finds nothing goes on with what comes nearest; other filters can be cleared. */
function None({ list, houses, open }: NoneProps) {
  const { t } = useTranslation('mall')
  const { search, ...others } = list.filters
  const isSearchAlone = search !== undefined && Object.values(others).every(value => !value)
  if (isSearchAlone) return <NothingFound {...{ search, houses, open }} />
  return <NoRows list={list} title={t($ => $.noneTitle)} says={t($ => $.noneSays)} />
}

/** `/mall/goods/list`: the provider's goods, as farms browse them. */
export function MallPage() {
  const { t } = useTranslation('mall')
  return <Mall title={t($ => $.title)} hasDue />
}
MallPage.readAhead = listReadAhead(mall.list, FILTERS)

/** `/mall/goods/list/search`: search results, wherever the search started. */
export function MallSearchPage() {
  const { t } = useTranslation('mall')
  return <Mall title={t($ => $.searchTitle)} />
}
MallSearchPage.readAhead = listReadAhead(mall.list, FILTERS)
