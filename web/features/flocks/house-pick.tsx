import { useTranslation } from 'react-i18next'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useHouses } from './use-houses.ts'

interface Props {
  value: string | undefined
  change: (houseId: string | undefined) => void
}

/** Which house is looked at; all of them while none is chosen. */
export function HousePick({ value, change }: Props) {
  const { t } = useTranslation('flocks')
  const { options, loading, search } = useHouses(true)
  return (
    <RemoteSelect
      className="house-pick"
      aria-label={t($ => $.house)}
      placeholder={t($ => $.feed.pickHouse)}
      allowClear
      source={{ options, loading, search }}
      // Its name may still be on its way.
      also={value === undefined ? [] : [{ value, label: t($ => $.house) }]}
      value={value}
      onChange={(houseId?: string) => change(houseId)}
    />
  )
}
