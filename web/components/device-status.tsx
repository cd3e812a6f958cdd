import { useTranslation } from 'react-i18next'
import type { DeviceStatus } from '#shared/devices.ts'
import { type State, StateWord } from './state-mark.tsx'

/** The mark for a device's status. */
export const markOfStatus = {
  ONLINE: 'normal',
  OFFLINE: 'offline',
  UNACTIVE: 'pending',
  DISABLE: 'disabled',
} as const satisfies Record<DeviceStatus, State>

/** A device's status: mark and word. */
export function DeviceStatusWord({ status }: { status: DeviceStatus }) {
  const { t } = useTranslation('components')
  return <StateWord state={markOfStatus[status]}>{t($ => $.deviceStatus[status])}</StateWord>
}

/** The statuses as filter choices, online first. */
export function useStatusChoices() {
  const { t } = useTranslation('components')
  return (['ONLINE', 'OFFLINE', 'UNACTIVE', 'DISABLE'] as const).map(value => ({
    value,
    label: t($ => $.deviceStatus[value]),
    state: markOfStatus[value],
  }))
}
