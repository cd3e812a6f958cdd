import { Button, QRCode } from 'antd'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '#web/components/state-mark.tsx'
import { type Access, mosquitto, sparkplugClient } from './snippets.ts'
import '#web/components/choice.css'
import './credential-dialog.css'

/** A credential as people and programs take it: QR code, lines to copy, snippets. */
export function CredentialView({ credential }: { credential: Access }) {
  const { t } = useTranslation('devices')
  const { mqttUrl, username, password, group } = credential
  const lines = { mqttUrl, username, password, group }
  return (
    <div className="credential">
      <QrCode name={t($ => $.credential.qr)} value={JSON.stringify(lines)} />
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
  )
}

/** Dark on white in both themes, as readers want it. */
export function QrCode({ name, value }: { name: string; value: string }) {
  return (
    <div className="credential-qr" role="img" aria-label={name}>
      <div aria-hidden>
        <QRCode type="svg" size={184} color="#000000" bgColor="#ffffff" value={value} />
      </div>
    </div>
  )
}

/** Something to copy by hand or by a button. */
export function Line({ name, value }: { name: string; value: string }) {
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
