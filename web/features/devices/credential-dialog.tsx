import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type Credential, devices } from '#shared/contracts/devices.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { readAgain } from '#web/data/queries.ts'
import { CredentialView } from './credential-view.tsx'
import './credential-dialog.css'

/** How often the dialog asks whether the device has connected, ms. */
const ASK_MS = 2_000

/** A secret to show once, and how it was issued. */
export interface Issued {
  credential: z.output<typeof Credential>
  isReset: boolean
}

/** A gateway's credential, shown once; closing requires confirming that it is stored. */
export function CredentialDialog({ credential, isReset, close }: Issued & { close: () => void }) {
  const { t } = useTranslation('devices')
  const [stored, setStored] = useState(false)
  const { device } = credential
  return (
    <Modal
      open
      width={840}
      title={
        isReset
          ? t($ => $.credential.resetTitle, { code: device.code })
          : t($ => $.credential.title, { code: device.code })
      }
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <div className="split gap-3">
          <Checkbox checked={stored} onChange={event => setStored(event.target.checked)}>
            {t($ => $.credential.stored)}
          </Checkbox>
          <Button type="primary" disabled={!stored} onClick={close}>
            {t($ => $.credential.done)}
          </Button>
        </div>
      }
    >
      <p className="caption">
        {t($ => $.credential.says)} {device.type === 'gateway' && t($ => $.credential.pairInstead)}
      </p>
      <CredentialView credential={credential} isGateway={credential.device.type === 'gateway'} />
      <FirstMessage id={device.id} />
    </Modal>
  )
}

function FirstMessage({ id }: { id: string }) {
  const { t } = useTranslation('devices')
  const { data } = useQuery({
    queryKey: [devices.get.path, id],
    queryFn: () => call(devices.get, { params: { id } }),
    refetchInterval: ASK_MS,
  })
  const here = data?.status === 'ONLINE'
  const cache = useQueryClient()
  // The list behind the dialog was read before the device connected.
  useEffect(() => {
    if (here) void readAgain(cache, [devices.list.path])
  }, [here, cache])
  return (
    <p className="credential-first" role="status">
      {here ? (
        <DeviceStatusWord status="ONLINE" />
      ) : (
        <>
          <StateMark state="pending" /> <strong>{t($ => $.credential.waiting)}</strong>{' '}
          {t($ => $.credential.turns)}
        </>
      )}
    </p>
  )
}
