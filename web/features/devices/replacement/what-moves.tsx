import { useTranslation } from 'react-i18next'
import type { Device } from '#shared/contracts/devices.ts'
import { StateMark } from '#web/components/state-mark.tsx'

interface Props {
  device: Device
  /** Code of the new device, once known. */
  next: string | undefined
  /** The new device is its own gateway although the old one was not. */
  isItself: boolean
}

/** Explains what the replacement will do. */
export function WhatMoves({ device, next, isItself }: Props) {
  const { t } = useTranslation('devices')
  const name = next || t($ => $.replacement.theNew)
  const { code, gatewayCode, houseName, officeName } = device
  const goesThrough = gatewayCode !== null && !isItself
  return (
    <section className="replacement-moves" aria-label={t($ => $.replacement.moves)}>
      <h3>{t($ => $.replacement.moves)}</h3>
      <dl>
        <dt>{t($ => $.fields.house)}</dt>
        <dd>{t($ => $.replacement.house, { house: houseName, next: name })}</dd>
        <dt>{t($ => $.fields.gatewayId)}</dt>
        <dd>
          {goesThrough
            ? t($ => $.replacement.gateway, { gateway: gatewayCode })
            : t($ => $.replacement.itself)}
        </dd>
        <dt>{t($ => $.fields.officeId)}</dt>
        <dd>{officeName}</dd>
        <dt>{code}</dt>
        <dd>{t($ => $.replacement.old)}</dd>
      </dl>
      <p>
        <StateMark state="offline" /> {t($ => $.replacement.offline, { house: houseName, next: name })}
      </p>
    </section>
  )
}
