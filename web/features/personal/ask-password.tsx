import { Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { besideField } from './beside-field.ts'

interface Props {
  title: string
  says: ReactNode
  doing: string
  success: string
  touches: readonly string[]
  /** What is done with the password; a wrong one is said beside its field. */
  run: (password: string) => Promise<unknown>
  close: () => void
  /** What follows; closing unless something else does. */
  saved?: () => void
}

/** Asks for the password before how one signs in is changed: an open page alone must not be enough. */
export function AskPassword({ says, run, ...dialog }: Props) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  return (
    <FormDialog<{ password: string }>
      {...dialog}
      width={420}
      initial={{}}
      save={({ password }) => besideField('password', run(password))}
    >
      <p className="personal-dialog-says">{says}</p>
      <FormField
        name="password"
        label={t($ => $.password.yours)}
        rules={[{ required: true, message: word($ => $.required) }]}
      >
        <Input.Password autoComplete="current-password" maxLength={128} />
      </FormField>
    </FormDialog>
  )
}
