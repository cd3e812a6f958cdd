import { useTranslation } from 'react-i18next'
import type { HouseOnMonitor } from '#shared/contracts/houses.ts'
import { Choice } from '#web/components/choice.tsx'

interface Props {
  house: HouseOnMonitor
  /** The device whose values are shown. */
  chosen: string | null
  choose: (id: string) => void
}

/** In a house with several devices: chooses whose values are shown. */
export function DeviceChoice({ house: { devices, mainId }, chosen, choose }: Props) {
  const { t } = useTranslation('house-monitor')
  if (devices.length < 2 && mainId !== null) return null
  if (devices.length === 0) return null
  const nameOf = ({ id, name }: (typeof devices)[number]) =>
    id === mainId ? t($ => $.mainDevice, { name }) : name
  return (
    <Choice
      label={t($ => $.valuesOf)}
      options={devices.map(device => [device.id, nameOf(device)] as const)}
      chosen={chosen ?? undefined}
      choose={choose}
    />
  )
}
