import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { energyPrices } from '#shared/contracts/energy-prices.ts'
import { settings } from '#shared/contracts/settings.ts'
import type { TriedOut } from '#shared/contracts/what-if.ts'
import { energyCosts, moneyOf, sayCost } from '#shared/energy-prices.ts'
import { later } from '#web/components/later.tsx'
import { useReader } from '#web/data/preferences.ts'
import { readAgain } from '#web/data/queries.ts'
import { useMayCall } from '#web/data/session.ts'

const EnergyPricesForm = later(() =>
  import('#web/components/energy-prices/energy-prices-form.tsx').then(file => file.EnergyPricesForm),
)

const parts = ['heat', 'fans', 'whole'] as const
type Part = (typeof parts)[number]

/** Share of the cost of now, and amount, by which a day must differ to be called dearer or cheaper. */
const NOTICED = { share: 0.03, amount: 0.5 }

interface Cost {
  part: Part
  today: number
  changed: number
}

/** What a day's energy costs with either settings: of both kinds, or of the one whose price is known. */
function costsOf({ prices, today, changed }: Pick<TriedOut, 'prices' | 'today' | 'changed'>): Cost[] {
  if (!prices) return []
  const [before, after] = [energyCosts(prices, today.figures), energyCosts(prices, changed.figures)]
  return parts.flatMap(part => {
    const [was, is] = [before[part], after[part]]
    return was && is ? [{ part, today: Number(was.amount), changed: Number(is.amount) }] : []
  })
}

/** Rows of the table: costs under the energy that they are for. */
export function CostRows({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  const currency = tried.prices?.currency ?? 'CNY'
  const say = (value: number) => sayCost(moneyOf(value, currency), language)
  return costsOf(tried).map(({ part, today, changed }) => (
    <tr key={part}>
      <th scope="row">{t($ => $.tryOut.costRows[part])}</th>
      <td className="num">{say(today)}</td>
      <td className="num">
        <b>{say(changed)}</b>
      </td>
      <td>
        {Math.abs(changed - today) >= NOTICED.amount && (
          <span className="num">
            {changed > today ? '+' : ''}
            {say(changed - today)}
          </span>
        )}
      </td>
    </tr>
  ))
}

/** The costs of a day in one sentence. */
export function CostSentence({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const { language } = useReader()
  const all = costsOf(tried)
  const cost = all.find(({ part }) => part === 'whole') ?? all[0]
  if (!cost || !tried.prices) return null
  const { part, today, changed } = cost
  const say = (value: number) => sayCost(moneyOf(value, tried.prices?.currency ?? 'CNY'), language)
  const more = changed - today
  const isSame = Math.abs(more) < Math.max(NOTICED.amount, NOTICED.share * today)
  const way = isSame ? 'same' : more > 0 ? 'more' : 'less'
  return (
    <p>
      {t($ => $.tryOut.costs[way], {
        what: t($ => $.tryOut.costOf[part]),
        is: say(changed),
        more: say(Math.abs(more)),
      })}
    </p>
  )
}

/** Where the farm has not said what it pays: what is missing, and the form for those who may fill it in. */
export function AskForPrices({ tried }: { tried: TriedOut }) {
  const { t } = useTranslation('settings')
  const cache = useQueryClient()
  const maySet = useMayCall(energyPrices.set)
  const [isEditing, setEditing] = useState(false)
  const { prices } = tried
  if (prices?.gas && prices.power) return null
  const close = () => {
    setEditing(false)
    void readAgain(cache, [settings.tryOut.path])
  }
  return (
    <div className="try-out-prices stack gap-2">
      <p className="caption">{t($ => $.tryOut.noPrices)}</p>
      {maySet && (
        <Button icon={<Coins size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {t($ => $.tryOut.enterPrices)}
        </Button>
      )}
      {isEditing && <EnergyPricesForm prices={prices} close={close} />}
    </div>
  )
}
