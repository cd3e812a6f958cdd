import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import './choose-house.css'

const SHOWN = 50

interface Props {
  title: string
  says: string
  /** For users who may not list houses. */
  saysOtherwise: string
}

/** Asks which house this screen, opened with `?houseId=`, should show. */
export function ChooseHouse({ title, says, saysOtherwise }: Props) {
  const { t } = useTranslation('components')
  const { open, path } = useScreen()
  const may = useMayCall(houses.list)
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const { data, isFetching } = useQuery({
    queryKey: [houses.list.path, 'chooser', search],
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
        <h1>{title}</h1>
        <p>{may ? says : saysOtherwise}</p>
        {may && (
          <RemoteSelect
            className="house-chooser"
            aria-label={t($ => $.house)}
            placeholder={t($ => $.house)}
            source={{ options, loading: isFetching, search: setText }}
            onChange={(id: string) => open(`${path}?houseId=${encodeURIComponent(id)}`)}
          />
        )}
      </div>
    </div>
  )
}
