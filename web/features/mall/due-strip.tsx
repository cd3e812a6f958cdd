import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ShoppingBasket, Wrench } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { type DueMaintenance, mall } from '#shared/contracts/mall.ts'
import { machineNames } from '#shared/machines.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { HouseNames } from './mall-card.tsx'
import { Price } from './price.tsx'
import { useBasketChange } from './use-mall.ts'

/** Maintenance due soon in the viewer's houses, with goods for it; nothing if none is due. */
export function DueStrip({ open }: { open: (id: string) => void }) {
  const { t } = useTranslation('mall')
  const { data = [] } = useQuery({
    queryKey: [mall.due.path],
    queryFn: () => call(mall.due),
    enabled: useMayCall(mall.due),
  })
  if (data.length === 0) return null
  return (
    <section className="card mall-due" aria-label={t($ => $.due.title)}>
      <h2>
        <Wrench size={16} aria-hidden /> {t($ => $.due.title)}
      </h2>
      <ul>
        {data.map(due => (
          <Due key={due.machine} due={due} open={open} />
        ))}
      </ul>
    </section>
  )
}

function Due({ due, open }: { due: DueMaintenance; open: (id: string) => void }) {
  const { t } = useTranslation('mall')
  const language = usePreferences(({ language }) => language)
  const { machine, items, unknown, goods } = due
  const [first] = items
  const dueIn = [...new Set(items.flatMap(({ house }) => house ?? []))].map(name => ({ id: name, name }))
  const days = first?.daysLeft ?? 0
  const when =
    days < 0
      ? t($ => $.due.overdue, { count: -days })
      : days === 0
        ? t($ => $.due.today)
        : t($ => $.due.in, { count: days })
  return (
    <li className="mall-due-machine">
      <p>
        <strong>{machineNames[machine][language]}</strong> {first?.item}
        <span className="caption">
          {dueIn.length > 0 && (
            <>
              <HouseNames houses={dueIn} /> ·{' '}
            </>
          )}
          <span data-late={days < 0 || undefined}>{when}</span>
        </span>
      </p>
      <ul className="mall-due-goods row wrap stretch">
        {goods.map(each => (
          <Offer key={each.id} good={each} open={() => open(each.id)} />
        ))}
      </ul>
      {unknown.length > 0 && <Unknown houses={unknown} />}
    </li>
  )
}

/** Houses whose model nobody has said: no part can be offered for them before. */
function Unknown({ houses: unknown }: { houses: DueMaintenance['unknown'] }) {
  const { t } = useTranslation('mall')
  const mayEnter = useMayCall(houses.equip)
  const [first] = unknown
  return (
    <p className="caption">
      {t($ => $.due.unknown)} <HouseNames houses={unknown} />{' '}
      {mayEnter && first && (
        <ScreenLink to={hrefOf(paths.houses, { equipment: first.id })}>{t($ => $.enterModel)}</ScreenLink>
      )}
    </p>
  )
}

interface OfferProps {
  good: DueMaintenance['goods'][number]
  open: () => void
}

/** A good for it: goes into the basket at once, as many as are due; a good with sizes is opened instead. */
function Offer({ good, open }: OfferProps) {
  const { t } = useTranslation('mall')
  const basket = useBasketChange()
  const { id, name, price, isFrom, hasSizes, quantity } = good
  const says = hasSizes ? t($ => $.chooseSize) : t($ => $.due.add, { count: quantity })
  const add = () => basket.add({ goodId: id, variantId: null, quantity }, name)
  return (
    <li>
      <button type="button" className="mall-card-name" onClick={open}>
        {name}
      </button>
      <Price price={price} isFrom={isFrom} />
      {basket.isOpen && (
        <Button
          size="small"
          icon={<ShoppingBasket size={14} aria-hidden />}
          aria-label={`${says}: ${name}`}
          disabled={basket.busy}
          onClick={() => (hasSizes ? open() : void add())}
        >
          {says}
        </Button>
      )}
    </li>
  )
}
