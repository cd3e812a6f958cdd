import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton, Line, QrCode } from '#web/components/secret-lines.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { type Access, mosquitto, sparkplugClient } from './snippets.ts'
import '#web/components/choice.css'
import './credential-dialog.css'

/** A credential for people and programs: QR code, lines to copy, snippets. */
export function CredentialView({ credential, isGateway }: { credential: Access; isGateway: boolean }) {
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
        <Snippets access={lines} isGateway={isGateway} />
      </div>
    </div>
  )
}

const programs = { 'sparkplug-client': sparkplugClient, mosquitto }
const names = ['sparkplug-client', 'mosquitto'] as const

/** The credential as program snippets. */
function Snippets({ access, isGateway }: { access: Access; isGateway: boolean }) {
  const { t } = useTranslation('devices')
  const [shown, setShown] = useState<keyof typeof programs>('sparkplug-client')
  const program = programs[shown](access, isGateway)
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
        <CopyButton key={shown} name={shown} value={program} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard */}
      <pre tabIndex={0}>{program}</pre>
    </section>
  )
}
