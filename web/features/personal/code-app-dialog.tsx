import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { secondFactor } from '#shared/contracts/second-factor.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { Line, QrCode } from '#web/components/secret-lines.tsx'
import { call } from '#web/data/client.ts'
import { AskPassword } from './ask-password.tsx'

export interface FactorDialog {
  touches: readonly string[]
  done: (recoveryCodes: readonly string[] | null) => void
  close: () => void
}

/** Sets up an app that makes codes: password, QR code, first code. */
export function CodeAppDialog({ touches, done, close }: FactorDialog) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const [app, setApp] = useState<{ secret: string; uri: string } | null>(null)
  if (!app)
    return (
      <AskPassword
        title={t($ => $.factor.app)}
        says={t($ => $.factor.askSays)}
        doing={t($ => $.factor.next)}
        success={t($ => $.factor.passwordRight)}
        touches={[]}
        run={async password => setApp(await call(secondFactor.beginApp, { body: { password } }))}
        close={close}
        saved={() => undefined}
      />
    )
  return (
    <FormDialog<{ code: string }>
      title={t($ => $.factor.app)}
      width={560}
      initial={{}}
      save={async ({ code }) => done((await call(secondFactor.confirmApp, { body: { code } })).recoveryCodes)}
      touches={touches}
      success={t($ => $.factor.appOn)}
      doing={t($ => $.factor.confirm)}
      close={close}
      saved={() => undefined}
    >
      <div className="personal-app">
        <QrCode name={t($ => $.factor.qr)} value={app.uri} />
        <div>
          <p className="personal-dialog-says">{t($ => $.factor.scan)}</p>
          <dl>
            <Line name={t($ => $.factor.secret)} value={app.secret} />
          </dl>
          <FormField
            name="code"
            label={t($ => $.factor.code)}
            rules={[{ required: true, message: word($ => $.required) }]}
          >
            <Input inputMode="numeric" autoComplete="one-time-code" maxLength={8} />
          </FormField>
        </div>
      </div>
    </FormDialog>
  )
}
