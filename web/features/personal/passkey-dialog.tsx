import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { secondFactor } from '#shared/contracts/second-factor.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { CallError, call } from '#web/data/client.ts'
import { makePasskey } from '#web/data/second-factor.ts'
import type { FactorDialog } from './code-app-dialog.tsx'

interface Values {
  name: string
}

/** Makes a passkey in this browser, or on a device it reaches, and stores its public half. */
export function PasskeyDialog({ done, close }: FactorDialog) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, whitespace: true, message: word($ => $.required) }]
  const save = async ({ name }: Values) => {
    const options = await call(secondFactor.beginPasskey)
    const response = await makePasskey(options).catch(() => {
      const message = t($ => $.factor.passkeyFailed)
      throw new CallError({ status: 400, code: 400, message, data: null, isLogin: false }, false)
    })
    done((await call(secondFactor.addPasskey, { body: { name, response } })).recoveryCodes)
  }
  return (
    <FormDialog<Values>
      title={t($ => $.factor.passkey)}
      width={420}
      initial={{}}
      save={save}
      success={t($ => $.factor.passkeyOn)}
      doing={t($ => $.factor.add)}
      close={close}
      saved={() => undefined}
    >
      <p>{t($ => $.factor.passkeySays)}</p>
      <FormField name="name" label={t($ => $.factor.passkeyName)} rules={required}>
        <Input maxLength={60} placeholder={t($ => $.factor.passkeyHint)} />
      </FormField>
    </FormDialog>
  )
}
