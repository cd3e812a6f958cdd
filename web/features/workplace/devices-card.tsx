import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useStatusChoices } from '#web/components/device-status.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { CountsCard } from './counts-card.tsx'

/** Devices by their status. */
export function DevicesCard() {
  const { t } = useTranslation('workplace')
  const { exists } = useScreen()
  const statuses = useStatusChoices()
  const may = useMayCall(devices.counts) && exists(paths.devices)
  const answer = useQuery({
    queryKey: [devices.counts.path],
    queryFn: () => call(devices.counts, { query: { by: 'status' } }),
    enabled: may,
  })
  if (!may) return null
  const { data } = answer
  const total = Object.values(data ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <CountsCard
      title={t($ => $.devices)}
      all={{
        path: paths.devices,
        label: data ? t($ => $.allDevices, { count: total }) : t($ => $.allOfThem),
      }}
      of={[answer]}
      total={total}
      counted={statuses.map(({ value, label, state }) => ({
        key: value,
        label,
        state,
        count: data && (data[value] ?? 0),
        href: hrefOf(paths.devices, { status: value }),
      }))}
    />
  )
}
