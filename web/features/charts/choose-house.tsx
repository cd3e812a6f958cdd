import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'

const SHOWN = 50

/** Asks which house the reports are to be of. */
export function ChooseHouse() {
  const { t } = useTranslation('charts')
  const { open } = useScreen()
  const may = useMayCall(houses.list)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery({
    queryKey: [houses.list.path, 'reports', search],
    queryFn: () => call(houses.list, { query: { search, size: SHOWN } }),
    enabled: may,
    placeholderData: keepPreviousData,
  })
  const options = (data?.items ?? []).map(({ id, name, officeName }) => ({
    value: id,
    label: `${name} · ${officeName}`,
  }))
  return (
    <div className="page">
      <div className="card empty-list">
        <h1>{t($ => $.title)}</h1>
        <p>{may ? t($ => $.chooseHouse) : t($ => $.openFromHouse)}</p>
        {may && (
          <RemoteSelect
            className="chart-house"
            aria-label={t($ => $.house)}
            placeholder={t($ => $.house)}
            source={{ options, loading: isFetching, search: setText }}
            onChange={(id: string) => open(`/deviceChart?houseId=${encodeURIComponent(id)}`)}
          />
        )}
      </div>
    </div>
  )
}
