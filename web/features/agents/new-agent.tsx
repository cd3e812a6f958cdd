import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { agents, type NewAgent as Values } from '#shared/contracts/agents.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { ContactFields, LeaderFields, OfficeNames } from './office-fields.tsx'
import './agents.css'

/** A new office that is only an agent, without an application. */
export function NewAgent({ close }: { close: () => void }) {
  const { t } = useTranslation('agents')
  const { t: word } = useTranslation('components')
  return (
    <FormDialog<Values>
      title={t($ => $.new.title)}
      initial={{}}
      save={values => call(agents.create, { body: values })}
      success={t($ => $.new.made)}
      close={close}
    >
      <p className="caption">{t($ => $.new.says)}</p>
      <div className="agent-new">
        <OfficeNames />
        <ContactFields />
        <DayField
          name="endsOn"
          label={t($ => $.endsOn)}
          rules={[{ required: true, message: word($ => $.required) }]}
        />
        <FormField name="territory" label={t($ => $.territory)}>
          <Input maxLength={200} />
        </FormField>
        <LeaderFields login={t($ => $.new.login)} email={t($ => $.new.email)} />
      </div>
    </FormDialog>
  )
}
