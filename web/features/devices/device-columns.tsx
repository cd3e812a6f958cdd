import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contracts/devices.ts'
import { gradeOfSignal } from '#shared/devices.ts'
import { formatSignal } from '#shared/signals.ts'
import { useConnectionEvent } from '#web/components/connection-event.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import type { Column } from '#web/components/list/column.ts'
import { createdColumn } from '#web/components/list/created-column.tsx'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { useReader } from '#web/data/preferences.ts'

/** The reason of a device that cannot stay online. */
const RESTARTS = 'restarts'

/** The columns of the device list. */
export function useDeviceColumns(): Column<Device>[] {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const reader = useReader()
  const signal = (dBm: number) => {
    const value = formatSignal(dBm, { decimals: 0, unit: 'dBm' }, reader)
    return t($ => $.signal[gradeOfSignal(dBm)], { value })
  }
  return [
    {
      key: 'code',
      title: t($ => $.fields.code),
      sort: 'code',
      render: ({ code }) => <span className="mono">{code}</span>,
    },
    { key: 'name', title: t($ => $.fields.name), sort: 'name', card: 'line', render: ({ name }) => name },
    {
      key: 'type',
      title: t($ => $.fields.type),
      sort: 'type',
      card: 'line',
      render: ({ type }) => word($ => $.deviceType[type]),
    },
    {
      key: 'officeId',
      isOthers: true,
      title: t($ => $.fields.officeId),
      render: ({ officeName }) => officeName,
    },
    {
      key: 'house',
      title: t($ => $.fields.house),
      card: 'line',
      render: ({ houseName }) => houseName ?? '—',
    },
    {
      key: 'status',
      title: t($ => $.fields.status),
      sort: 'status',
      card: 'state',
      render: ({ status }) => <DeviceStatusWord status={status} />,
    },
    { key: 'note', title: t($ => $.fields.note), card: 'note', render: device => <Note device={device} /> },
    {
      key: 'since',
      title: t($ => $.fields.since),
      sort: 'statusSince',
      atEnd: true,
      render: ({ statusSince }) => <Age at={statusSince} />,
    },
    {
      key: 'lastMessageAt',
      title: t($ => $.fields.lastMessageAt),
      sort: 'lastMessageAt',
      atEnd: true,
      render: ({ lastMessageAt }) => <Age at={lastMessageAt} />,
    },
    {
      key: 'gatewayId',
      title: t($ => $.fields.gatewayId),
      isExtra: true,
      render: ({ gatewayCode }) => <span className="mono">{gatewayCode ?? '—'}</span>,
    },
    {
      key: 'firmware',
      title: t($ => $.fields.firmware),
      isExtra: true,
      render: ({ told }) => <Told told={told?.firmware}>{told?.firmware?.value}</Told>,
    },
    {
      key: 'signal',
      title: t($ => $.fields.signal),
      isExtra: true,
      render: ({ told }) => (
        <Told told={told?.signalDbm}>{told?.signalDbm && signal(told.signalDbm.value)}</Told>
      ),
    },
    createdColumn(t($ => $.fields.createdAt)),
  ]
}

/** What the device reported about itself, and how long ago; a dash if it never did. */
function Told({ told, children }: { told: { at: number } | null | undefined; children: ReactNode }) {
  if (!told) return '—'
  return (
    <>
      <span className="num">{children}</span>{' '}
      <span className="caption">
        <Age at={told.at} />
      </span>
    </>
  )
}

/** Why it is offline, that its messages cannot be parsed, or how often it connects to report; nothing when all is usual. */
function Note({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const wordFor = useConnectionEvent()
  const { status, statusReason, quarantined, awaitsBirth, replacesCode, replacedByCode, reportsEveryS } =
    device
  if (awaitsBirth && replacesCode)
    return <StateWord state="watch">{t($ => $.replacement.awaited, { code: replacesCode })}</StateWord>
  if (quarantined > 0)
    return <StateWord state="watch">{t($ => $.quarantined, { count: quarantined })}</StateWord>
  if (replacedByCode)
    return <span className="caption">{t($ => $.replacement.by, { code: replacedByCode })}</span>
  if (status === 'OFFLINE' && statusReason === RESTARTS)
    return <StateWord state="watch">{wordFor(RESTARTS)}</StateWord>
  if (statusReason && status === 'OFFLINE') return <span className="caption">{wordFor(statusReason)}</span>
  if (reportsEveryS !== null && status === 'ONLINE') {
    const minutes = Math.max(1, Math.round(reportsEveryS / 60))
    return <span className="caption">{t($ => $.reportsEvery, { count: minutes })}</span>
  }
  return null
}
