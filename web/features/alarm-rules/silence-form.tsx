import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SilenceForm as Body, silenceFields, silenceLimits } from '#shared/contracts/alarm-rules.ts'
import type { Result } from '#shared/endpoint.ts'
import { USUAL_SILENCE } from '#shared/silence-limits.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'

interface Props {
  houses: Result<typeof silenceLimits.limits>
  close: () => void
}

/** Sets how long houses may send no data: some, or all. */
export function SilenceForm({ houses, close }: Props) {
  const { t } = useTranslation('alarm-rules')
  const [first] = houses
  const { warningS, criticalS } = first ?? USUAL_SILENCE
  return (
    <FormDialog<Body>
      title={t($ => $.silence.set)}
      initial={{ houseIds: [], warningS, criticalS }}
      save={body => call(silenceLimits.set, { body })}
      success={t($ => $.silence.saved)}
      close={close}
    >
      <Inputs houses={houses} />
    </FormDialog>
  )
}

function Inputs({ houses }: Pick<Props, 'houses'>) {
  const { t } = useTranslation('alarm-rules')
  const chosen: string[] = Form.useWatch('houseIds', { preserve: true }) ?? []
  return (
    <>
      <FormField name="houseIds" label={t($ => $.house)} extra={chosen.length === 0 && t($ => $.silence.all)}>
        <Select
          mode="multiple"
          placeholder={t($ => $.allHouses)}
          showSearch={{ optionFilterProp: 'label' }}
          options={houses.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormField>
      <FieldInputs fields={silenceFields} />
      <p className="caption num">{t($ => $.silence.hint, { ...USUAL_SILENCE })}</p>
    </>
  )
}
