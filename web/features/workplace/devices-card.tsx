import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { useStatusChoices } from '#web/components/device-status.tsx'
import { numberText } from '#web/components/number-text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

const DEVICES = '/deviceManage'

/** Devices by their status. */
export function DevicesCard() {
  const { t } = useTranslation('workplace')
  const { open, exists } = useScreen()
  const reader = useReader()
  const statuses = useStatusChoices()
  const may = useMayCall(devices.counts) && exists(DEVICES)
  const { data } = useQuery({
    queryKey: [devices.counts.path],
    queryFn: () => call(devices.counts, { query: { by: 'status' } }),
    enabled: may,
  })
  if (!may) return null
  const total = Object.values(data ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <Card title={t($ => $.devices)} all={{ path: DEVICES, label: t($ => $.allDevices, { count: total }) }}>
      <ul className="workplace-tasks">
        {statuses.map(({ value, label, state }) => {
          const count = data?.[value] ?? 0
          return (
            <li key={value}>
              <button type="button" onClick={() => open(`${DEVICES}?status=${value}`)}>
                <StateWord state={state}>{label}</StateWord>
                <span className="num">
                  <strong>{data ? numberText(count, 0, reader) : '—'}</strong>
                  {total > 0 && (
                    <small>
                      {' '}
                      {numberText((100 * count) / total, 1, reader)}
                      {'\u202f'}%
                    </small>
                  )}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
