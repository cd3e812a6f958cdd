import { useTranslation } from 'react-i18next'
import type { DeviceStatus } from '#shared/devices.ts'
import { type State, StateWord } from './state-mark.tsx'

const marks = {
  ONLINE: 'normal',
  OFFLINE: 'offline',
  UNACTIVE: 'pending',
  DISABLE: 'disabled',
} as const satisfies Record<DeviceStatus, State>

/** A device's status, shape and word. */
export function DeviceStatusWord({ status }: { status: DeviceStatus }) {
  const { t } = useTranslation('components')
  return <StateWord state={marks[status]}>{t($ => $.deviceStatus[status])}</StateWord>
}
