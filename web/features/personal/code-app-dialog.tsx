import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { secondFactor } from '#shared/contracts/second-factor.ts'
import type { Result } from '#shared/endpoint.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { Line, QrCode } from '#web/components/secret-lines.tsx'
import { call } from '#web/data/client.ts'

export interface FactorDialog {
  done: (recoveryCodes: readonly string[] | null) => void
  close: () => void
}
/** The data to set up an app with. */
export type NewApp = Result<typeof secondFactor.beginApp>

/** Sets up an authenticator app: QR code, first code. */
export function CodeAppDialog({ app, done, close }: FactorDialog & { app: NewApp }) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  return (
    <FormDialog<{ code: string }>
      title={t($ => $.factor.app)}
      width={560}
      initial={{}}
      save={async ({ code }) => done((await call(secondFactor.confirmApp, { body: { code } })).recoveryCodes)}
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
