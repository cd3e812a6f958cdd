import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OfferedGood, orders } from '#shared/contracts/orders.ts'
import { sayMoney } from '#shared/money.ts'
import { bothNames, type Language, textIn } from '#shared/text.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

interface Props {
  /** The customer whose prices apply; without it the general prices. */
  officeId: string | undefined
  disabled: boolean
  pick: (good: OfferedGood) => void
}

const keyOf = ({ goodId, variantId }: OfferedGood) => `${goodId} ${variantId ?? ''}`

/** Finds a good of the mall, or a size of it, by name in either language; each shows its code and the buyer's price. */
export function GoodsPicker({ officeId, disabled, pick }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const [search, setSearch] = useState('')
  const query = { search: useDeferredValue(search.trim()) || undefined, officeId }
  const mayPick = useMayCall(orders.goods)
  const { data = [], isFetching } = useQuery({
    queryKey: [orders.goods.path, query],
    queryFn: () => call(orders.goods, { query }),
    placeholderData: keepPreviousData,
    enabled: mayPick,
  })
  if (!mayPick) return null
  const choose = (key: string) => {
    const good = data.find(each => keyOf(each) === key)
    if (good) pick(good)
    setSearch('')
  }
  return (
    <Select<string | null>
      className="goods-picker"
      aria-label={t($ => $.lines.pick)}
      placeholder={t($ => $.lines.pick)}
      value={null}
      disabled={disabled}
      loading={isFetching}
      // The server's search forgives typing mistakes, so the input need not occur in the results.
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      options={data.map(good => ({
        value: keyOf(good),
        label: labelOf(
          good,
          language,
          t($ => $.lines.onRequest),
        ),
      }))}
      onSelect={key => key !== null && choose(key)}
    />
  )
}

function labelOf({ code, price, ...names }: OfferedGood, language: Language, onRequest: string): string {
  return [code, textIn(bothNames(names), language), price ? sayMoney(price, language) : onRequest].join(' · ')
}
