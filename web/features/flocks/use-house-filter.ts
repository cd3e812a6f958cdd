import { useTranslation } from 'react-i18next'
import type { Filter } from '#web/components/list/filter.ts'
import { useHouses } from './use-houses.ts'

/** The filter by house of a list of entries. */
export function useHouseFilter(houseId: string | undefined): Filter {
  const { t } = useTranslation('flocks')
  const { rows, search } = useHouses(true)
  const options = rows.map(({ id, name }) => ({ value: id, label: name }))
  const isKnown = houseId === undefined || options.some(({ value }) => value === houseId)
  return {
    name: 'houseId',
    label: t($ => $.house),
    options: isKnown ? options : [...options, { value: houseId, label: t($ => $.house) }],
    search,
  }
}
