import { Check, Heart, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#shared/contracts/mall.ts'
import { HouseNames } from '#web/components/goods/house-names.tsx'
import { Price } from '#web/components/goods/price.tsx'
import { GoodPicture } from './picture.tsx'
import { useFavourite } from './use-mall.ts'

interface Props {
  card: Card
  /** How many houses the viewer has: a good that fits all of them says so. */
  houses: number
  isOpen: boolean
  isCompared: boolean
  open: () => void
  compare: (() => void) | null
}

/** A good among others: picture, price and houses. */
export function MallCard({ card, houses, isOpen, isCompared, open, compare }: Props) {
  const { t } = useTranslation('mall')
  const { name, summary, cover, price, isFrom, fits } = card
  return (
    <li className="mall-card" data-open={isOpen || undefined}>
      <GoodPicture id={cover} />
      <FavouriteButton good={card} />
      <div className="mall-card-text">
        <button type="button" className="good-name" onClick={open}>
          {name}
        </button>
        <span className="mall-says">{summary}</span>
        <Price price={price} isFrom={isFrom} />
        {fits.length > 0 && (
          <span className="mall-fits row gap-1">
            <Check size={15} aria-hidden />{' '}
            {fits.length === houses ? t($ => $.allMyHouses) : <HouseNames houses={fits} />}
          </span>
        )}
        {compare && (
          <button
            type="button"
            className="mall-compare"
            aria-pressed={isCompared}
            aria-label={t($ => $.compareThis, { name })}
            onClick={compare}
          >
            <Scale size={15} aria-hidden />
          </button>
        )}
      </div>
    </li>
  )
}

export function FavouriteButton({ good }: { good: Pick<Card, 'id' | 'name' | 'isFavourite'> }) {
  const { t } = useTranslation('mall')
  const change = useFavourite()
  const { id, name, isFavourite } = good
  return (
    <button
      type="button"
      className="mall-heart"
      aria-pressed={isFavourite}
      aria-label={isFavourite ? t($ => $.drop, { name }) : t($ => $.keep, { name })}
      onClick={() => change(id, isFavourite)}
    >
      <Heart size={18} aria-hidden fill={isFavourite ? 'currentColor' : 'none'} />
    </button>
  )
}
