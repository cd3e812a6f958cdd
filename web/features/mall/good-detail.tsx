import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { Minus, Plus, ShoppingBasket, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mall, type ShownGood } from '#shared/contracts/mall.ts'
import { dateOf } from '#shared/dates.ts'
import { PIECES_MOST } from '#shared/goods.ts'
import { sayMoney, times } from '#shared/money.ts'
import { readNumber } from '#shared/numbers.ts'
import { bothNames } from '#shared/text.ts'
import { Price } from '#web/components/goods/price.tsx'
import { useBasketChange } from '#web/components/goods/use-basket-change.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { RichText } from '#web/components/rich-text/rich-text.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { FitTable } from './fit-table.tsx'
import { FavouriteButton } from './mall-card.tsx'
import { GoodPicture } from './picture.tsx'
import { useBasket } from './use-mall.ts'

/** A good in full beside the others: details, which of the viewer's machines it fits, and how many to order. */
export function GoodDetail({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation('mall')
  const { data, error, refetch } = useQuery({
    queryKey: [mall.read.path, id],
    queryFn: () => call(mall.read, { params: { id } }),
  })
  return (
    <aside
      className="mall-detail"
      aria-label={data?.name ?? ''}
      onKeyDown={event => {
        if (event.key === 'Escape') close()
      }}
    >
      <button type="button" className="mall-close" aria-label={t($ => $.close)} onClick={close}>
        <X size={18} aria-hidden />
      </button>
      {error ? <LoadProblem error={error} retry={() => void refetch()} /> : data && <Shown good={data} />}
    </aside>
  )
}

function Shown({ good }: { good: ShownGood }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const [at, setAt] = useState(0)
  const [variantId, setVariantId] = useState<string | null>(null)
  const variant = good.variants.find(({ id }) => id === variantId)
  const { price, stock, code } = variant ?? good
  return (
    <>
      <GoodPicture id={good.pictures[at] ?? null} isLarge />
      {good.pictures.length > 1 && (
        <div className="mall-pictures row stretch">
          {good.pictures.map((picture, i) => (
            <button
              key={picture}
              type="button"
              aria-pressed={i === at}
              aria-label={t($ => $.pictures, { number: i + 1 })}
              onClick={() => setAt(i)}
            >
              <GoodPicture id={picture} />
            </button>
          ))}
        </div>
      )}
      <div className="mall-detail-text stack gap-3">
        <div className="mall-detail-head">
          <h2>{good.name}</h2>
          <FavouriteButton good={good} />
        </div>
        <p className="mall-says">{[code, good.summary].filter(Boolean).join(' · ')}</p>
        <div className="mall-detail-price">
          <Price price={price} isFrom={good.isFrom && !variant} unit={good.unit} />
          {stock !== null && (
            <span className="mall-stock num" data-none={stock === 0 || undefined}>
              {stock === 0 ? t($ => $.noStock) : t($ => $.stock, { count: stock })}
            </span>
          )}
        </div>
        <FitTable good={good} />
        {good.variants.length > 0 && (
          <Select
            aria-label={t($ => $.size)}
            placeholder={t($ => $.chooseSize)}
            value={variantId}
            options={good.variants.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setVariantId}
          />
        )}
        <Buy good={good} variantId={variantId} />
        {good.lastOrdered && (
          <p className="mall-says num">
            {t($ => $.lastOrdered, {
              count: good.lastOrdered.quantity,
              day: dateOf(good.lastOrdered.day, language),
            })}
          </p>
        )}
        <Data good={good} />
      </div>
    </>
  )
}

function Buy({ good, variantId }: { good: ShownGood; variantId: string | null }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const { add, busy, isOpen } = useBasketChange()
  const known = useBasket()?.lines.find(
    line => line.goodId === good.id && line.variantId === variantId,
  )?.quantity
  /** null: the input is not a number. */
  const [typed, setTyped] = useState<number | null | undefined>(undefined)
  const quantity = typed === undefined ? (known ?? good.quantity) : typed
  const { price, stock } = good.variants.find(({ id }) => id === variantId) ?? good
  const isChosen = good.variants.length === 0 || variantId !== null
  return (
    <div className="mall-buy row wrap stretch">
      <Quantity quantity={quantity} stock={stock} change={setTyped} />
      <Button
        type="primary"
        icon={<ShoppingBasket size={16} aria-hidden />}
        disabled={!isChosen || !isOpen || quantity === null}
        loading={busy}
        onClick={() => quantity !== null && void add({ goodId: good.id, variantId, quantity }, good.name)}
      >
        {price && isChosen && quantity !== null
          ? t($ => $.toBasketFor, { count: quantity, price: sayMoney(times(price, quantity), language) })
          : t($ => $.toBasket)}
      </Button>
    </div>
  )
}

interface QuantityProps {
  /** null: the input is not a valid quantity. */
  quantity: number | null
  /** Pieces there are; null: not counted. More can be asked for, and is said at once. */
  stock: number | null
  change: (to: number | null) => void
}

/** A quantity, typed or counted up and down; input stays as typed, and invalid input is marked. */
export function Quantity({ quantity, stock, change }: QuantityProps) {
  const { t } = useTranslation('mall')
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && piecesIn(typed) === null
  const wanted = typed === null ? quantity : piecesIn(typed)
  const isShort = stock !== null && wanted !== null && wanted > stock
  const type = (text: string) => {
    setTyped(text)
    change(piecesIn(text))
  }
  const count = (by: 1 | -1) => {
    setTyped(null)
    change(Math.min(PIECES_MOST, Math.max(1, (quantity ?? 0) + by)))
  }
  return (
    <span className="mall-pieces">
      <span className="mall-quantity">
        <button type="button" aria-label={t($ => $.less)} onClick={() => count(-1)}>
          <Minus size={15} aria-hidden />
        </button>
        <input
          className="num"
          inputMode="numeric"
          maxLength={20}
          aria-label={t($ => $.quantity)}
          aria-invalid={isWrong}
          value={typed ?? quantity ?? ''}
          onChange={({ target }) => type(target.value)}
          onBlur={() => !isWrong && setTyped(null)}
        />
        <button type="button" aria-label={t($ => $.more)} onClick={() => count(1)}>
          <Plus size={15} aria-hidden />
        </button>
      </span>
      {isShort && (
        <small className="mall-short" role="status">
          {stock === 0 ? t($ => $.noStock) : t($ => $.onlyStock, { count: stock })}
        </small>
      )}
    </span>
  )
}

/** The quantity typed; null if it cannot be ordered. */
function piecesIn(text: string): number | null {
  const read = readNumber(text, '')
  if ('wrong' in read || !Number.isInteger(read.value)) return null
  return read.value >= 1 && read.value <= PIECES_MOST ? read.value : null
}

function Data({ good }: { good: ShownGood }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  return (
    <>
      {good.specifications.length > 0 && (
        <section className="mall-data">
          <h3>{t($ => $.data)}</h3>
          <dl>
            {good.specifications.map(line => (
              <div key={`${line.chineseName} ${line.englishName}`}>
                <dt>{bothNames(line)[language]}</dt>
                <dd>{line.value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {good.content !== '' && (
        <div lang={good.language}>
          <RichText html={good.content} lang={good.language} />
        </div>
      )}
    </>
  )
}
