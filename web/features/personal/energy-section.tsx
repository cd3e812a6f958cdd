import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { energyPrices } from '#shared/contracts/energy-prices.ts'
import { type EnergyPrices, gasUnitNames } from '#shared/energy-prices.ts'
import { sayMoney } from '#shared/money.ts'
import { later } from '#web/components/later.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { SectionSkeleton } from './section-skeleton.tsx'

const EnergyPricesForm = later(() =>
  import('#web/components/energy-prices/energy-prices-form.tsx').then(file => file.EnergyPricesForm),
)

/** What the farm pays for gas and power, for all of its people. */
export function EnergySection() {
  const { t } = useTranslation('personal')
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [energyPrices.read.path],
    queryFn: () => call(energyPrices.read),
  })
  if (!data) return error ? <LoadProblem error={error} retry={() => void refetch()} /> : <SectionSkeleton />
  return (
    <section className="personal-part" aria-label={t($ => $.sections.energy.title)}>
      {data.prices ? <Prices prices={data.prices} /> : <p>{t($ => $.energy.none)}</p>}
      {data.maySet ? (
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          {data.prices ? t($ => $.energy.change) : t($ => $.energy.enter)}
        </Button>
      ) : (
        <p className="caption">{t($ => $.energy.byOwner)}</p>
      )}
      {isEditing && <EnergyPricesForm prices={data.prices} close={() => setEditing(false)} />}
    </section>
  )
}

function Prices({ prices }: { prices: EnergyPrices }) {
  const { t } = useTranslation('personal')
  const { language } = useReader()
  const { currency, power, gas, gasUnit } = prices
  const say = (amount: string | null, per: string) =>
    amount === null
      ? t($ => $.energy.notSaid)
      : t($ => $.energy.per, { price: sayMoney({ amount, currency }, language), per })
  return (
    <dl className="energy-prices">
      <div>
        <dt>{t($ => $.energy.power)}</dt>
        <dd className="num">{say(power, gasUnitNames.kWh[language])}</dd>
      </div>
      <div>
        <dt>{t($ => $.energy.gas)}</dt>
        <dd className="num">{say(gas, gasUnitNames[gasUnit][language])}</dd>
      </div>
    </dl>
  )
}
