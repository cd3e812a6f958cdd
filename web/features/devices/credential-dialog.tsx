import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal, QRCode } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devices } from '#shared/contracts/devices.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import type { Issued } from './devices-page.tsx'
import { type Access, mosquitto, sparkplugClient } from './snippets.ts'
import '#web/components/choice.css'
import './credential-dialog.css'

/** How often the dialog asks whether the device has come, ms. */
const ASK_MS = 2_000

/** The credential of a gateway, shown once; closing needs the tick that it is stored. */
export function CredentialDialog({ credential, isReset, close }: Issued & { close: () => void }) {
  const { t } = useTranslation('devices')
  const [stored, setStored] = useState(false)
  const { device, mqttUrl, username, password, group } = credential
  const lines = { mqttUrl, username, password, group }
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
        <div className="credential-foot">
          <Checkbox checked={stored} onChange={event => setStored(event.target.checked)}>
            {t($ => $.credential.stored)}
          </Checkbox>
          <Button type="primary" disabled={!stored} onClick={close}>
            {t($ => $.credential.done)}
          </Button>
        </div>
      }
    >
      <p className="caption">{t($ => $.credential.says)}</p>
      <div className="credential">
        <div className="credential-qr" role="img" aria-label={t($ => $.credential.qr)}>
          <div aria-hidden>
            <QRCode type="svg" size={184} color="#000000" bgColor="#ffffff" value={JSON.stringify(lines)} />
          </div>
        </div>
        <div>
          <p className="credential-once">
            <StateMark state="watch" /> {t($ => $.credential.once)}
          </p>
          <dl>
            {(['mqttUrl', 'username', 'password', 'group'] as const).map(name => (
              <Line key={name} name={t($ => $.credential[name])} value={lines[name]} />
            ))}
          </dl>
          <Snippets access={lines} />
        </div>
      </div>
      <FirstMessage id={device.id} />
    </Modal>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div className="credential-line">
      <dt>{name}</dt>
      <dd>
        <span className="mono">{value}</span>
        <CopyButton name={name} value={value} />
      </dd>
    </div>
  )
}

function CopyButton({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('components')
  const [copied, setCopied] = useState(false)
  // Without TLS the browser has no clipboard for pages; the value can still be selected.
  const copy = () =>
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Button
      type="text"
      size="small"
      aria-label={`${copied ? t($ => $.copied) : t($ => $.copy)}: ${name}`}
      icon={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      onClick={() => void copy()}
    >
      {copied ? t($ => $.copied) : null}
    </Button>
  )
}

const programs = { 'sparkplug-client': sparkplugClient, mosquitto }
const names = ['sparkplug-client', 'mosquitto'] as const

/** The credential as programs take it. */
function Snippets({ access }: { access: Access }) {
  const { t } = useTranslation('devices')
  const [shown, setShown] = useState<keyof typeof programs>('sparkplug-client')
  return (
    <section className="credential-snippets" aria-label={t($ => $.credential.snippets)}>
      <div className="credential-programs">
        <fieldset className="choice">
          <legend className="visually-hidden">{t($ => $.credential.snippets)}</legend>
          {names.map(name => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => setShown(name)}>
              {name}
            </button>
          ))}
        </fieldset>
        <CopyButton key={shown} name={shown} value={programs[shown](access)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <pre tabIndex={0}>{programs[shown](access)}</pre>
    </section>
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
