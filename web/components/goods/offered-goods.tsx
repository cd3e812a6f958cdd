import { Button } from 'antd'
import { ShoppingBasket } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import type { DueParts } from '#shared/contracts/mall.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { useMayCall } from '#web/data/session.ts'
import { HouseNames } from './house-names.tsx'
import { Price } from './price.tsx'
import { useBasketChange } from './use-basket-change.ts'
import './offered-goods.css'

type Offered = DueParts['goods'][number] & {
  /** Which of several models it fits. */
  models?: readonly string[]
}
interface Props extends Pick<DueParts, 'unknown'> {
  goods: readonly Offered[]
  /** Opens a good here; without it in the mall. */
  open?: (id: string) => void
}

/** Goods for what is due: into the basket at once, as many as are due; and houses whose model is not on record. */
export function OfferedGoods({ goods, unknown, open }: Props) {
  return (
    <>
      <ul className="offered-goods row wrap stretch">
        {goods.map(each => (
          <Offer key={each.id} good={each} open={open} />
        ))}
      </ul>
      {unknown.length > 0 && <Unknown houses={unknown} />}
    </>
  )
}

/** A good with sizes is opened instead. */
function Offer({ good, open }: { good: Offered } & Pick<Props, 'open'>) {
  const { t } = useTranslation('components')
  const screen = useScreen()
  const basket = useBasketChange()
  const { id, name, price, isFrom, hasSizes, quantity, models = [] } = good
  const says = hasSizes ? t($ => $.goods.chooseSize) : t($ => $.goods.add, { count: quantity })
  const show = () => (open ? open(id) : screen.open(hrefOf(paths.mall, { id })))
  const add = () => basket.add({ goodId: id, variantId: null, quantity }, name)
  return (
    <li>
      <button type="button" className="good-name" onClick={show}>
        {name}
      </button>
      {models.length > 0 && <small className="caption">{models.join(' · ')}</small>}
      <Price price={price} isFrom={isFrom} />
      {basket.isOpen && (
        <Button
          size="small"
          icon={<ShoppingBasket size={14} aria-hidden />}
          aria-label={`${says}: ${name}`}
          disabled={basket.busy}
          onClick={() => (hasSizes ? show() : void add())}
        >
          {says}
        </Button>
      )}
    </li>
  )
}

/** Houses whose model nobody has said: no part can be offered for them before. */
function Unknown({ houses: unknown }: { houses: DueParts['unknown'] }) {
  const { t } = useTranslation('components')
  const mayEnter = useMayCall(houses.equip)
  const [first] = unknown
  return (
    <p className="caption">
      {t($ => $.goods.unknown)} <HouseNames houses={unknown} />{' '}
      {mayEnter && first && (
        <ScreenLink to={hrefOf(paths.houses, { equipment: first.id })}>
          {t($ => $.goods.enterModel)}
        </ScreenLink>
      )}
    </p>
  )
}
