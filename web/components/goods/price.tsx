import { useTranslation } from 'react-i18next'
import { type GoodUnit, goodUnitNames } from '#shared/goods.ts'
import { type Money, sayMoney } from '#shared/money.ts'
import { usePreferences } from '#web/data/preferences.ts'
import './price.css'

interface Props {
  price: Money | null
  /** The lowest of several. */
  isFrom?: boolean
  unit?: GoodUnit
}

/** The price of a good, or that it is on request. */
export function Price({ price, isFrom = false, unit }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  if (price === null) return <span className="good-price">{t($ => $.goods.onRequest)}</span>
  const said = sayMoney(price, language)
  const sign = /^\D+/.exec(said)?.[0] ?? ''
  const figure = (
    <>
      <small>{sign}</small>
      {said.slice(sign.length)}
    </>
  )
  return (
    <span className="good-price num">
      {isFrom ? t($ => $.goods.from, { price: said }) : figure}
      {unit && (
        <small className="good-unit"> {t($ => $.goods.per, { unit: goodUnitNames[unit][language] })}</small>
      )}
    </span>
  )
}
