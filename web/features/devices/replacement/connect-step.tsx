import { Button, Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Device, devices } from '#shared/contracts/devices.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { Line, QrCode } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { CredentialView } from '../credential-view.tsx'
import type { Access } from '../snippets.ts'
import { useAskReason } from '../use-ask-reason.ts'
import { ReplacementSteps } from './replacement-steps.tsx'
import './replacement.css'

interface Props {
  /** The new device. */
  device: Device
  /** Shown once; null behind a gateway, and when the dialog is reopened. */
  credential: Access | null
  reissued: (credential: Access) => void
  close: () => void
}

/** The new device has taken over: what it needs to connect, and whether it has. */
export function ConnectStep({ device, credential, reissued, close }: Props) {
  const { t } = useTranslation('devices')
  const { t: word } = useTranslation('components')
  const [stored, setStored] = useState(false)
  const { frame } = useScreen()
  const { code, replacesCode, awaitsBirth, gatewayCode } = device
  const mayClose = credential === null || stored
  return (
    <Modal
      open
      width={840}
      title={t($ => $.replacement.tookOver, { code, old: replacesCode })}
      onCancel={close}
      keyboard={mayClose}
      closable={mayClose && { 'aria-label': word($ => $.close) }}
      mask={{ closable: false }}
      getContainer={frame}
      style={{ top: 40 }}
      footer={
        <div className="split gap-3">
          {credential ? (
            <Checkbox checked={stored} onChange={event => setStored(event.target.checked)}>
              {t($ => $.credential.stored)}
            </Checkbox>
          ) : (
            <span className="caption">{awaitsBirth && t($ => $.replacement.later)}</span>
          )}
          <Button type={awaitsBirth ? 'default' : 'primary'} disabled={!mayClose} onClick={close}>
            {awaitsBirth ? word($ => $.close) : t($ => $.credential.done)}
          </Button>
        </div>
      }
    >
      <ReplacementSteps step={1} />
      <p className="caption">
        {gatewayCode === null ? t($ => $.credential.says) : t($ => $.replacement.atGateway, { gatewayCode })}
      </p>
      {credential ? (
        <CredentialView credential={credential} isGateway={false} />
      ) : gatewayCode === null ? (
        awaitsBirth && <Reissue device={device} reissued={reissued} />
      ) : (
        <div className="credential">
          <QrCode name={t($ => $.replacement.qr)} value={code} />
          <dl>
            <Line name={t($ => $.fields.code)} value={code} />
            <Line name={t($ => $.fields.gatewayId)} value={gatewayCode} />
          </dl>
        </div>
      )}
      <Arrival device={device} />
    </Modal>
  )
}

/** The credential is not shown twice: if it was not stored, a new one is issued. */
function Reissue({ device, reissued }: { device: Device; reissued: (credential: Access) => void }) {
  const { t } = useTranslation('devices')
  const askReason = useAskReason()
  const mayReset = useMayCall(devices.reset)
  const { submit } = useSubmit({ success: t($ => $.wasReset) })
  const reset = () =>
    askReason('reset', [device], (body, form) =>
      submit(async () => reissued(await call(devices.reset, { params: { id: device.id }, body })), form),
    )
  return (
    <p className="replacement-reissue">
      {t($ => $.replacement.notStored)} {mayReset && <Button onClick={reset}>{t($ => $.reset)}</Button>}
    </p>
  )
}

/** Waits until the device reports, and says so. */
function Arrival({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const { exists, open } = useScreen()
  const { code, houseId, houseName, awaitsBirth } = device
  if (awaitsBirth)
    return (
      <p className="credential-first" role="status">
        <StateMark state="pending" /> <strong>{t($ => $.replacement.waiting, { code })}</strong>{' '}
        {t($ => $.replacement.turns, { house: houseName })}
      </p>
    )
  return (
    <p className="credential-first replacement-here" role="status">
      <StateMark state="normal" /> <strong>{t($ => $.replacement.here, { code })}</strong>{' '}
      {t($ => $.replacement.goesOn, { house: houseName })}
      {houseId && exists(paths.controllerDetails) && (
        <Button size="small" onClick={() => open(hrefOf(paths.controllerDetails, { houseId }))}>
          {t($ => $.replacement.showHouse)}
        </Button>
      )}
    </p>
  )
}
