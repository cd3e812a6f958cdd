import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type AlarmRule, alarmRuleFields, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { houses } from '#shared/contracts/houses.ts'
import { metricByName } from '#shared/signals.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import type { NEW } from '#web/components/list/use-edited.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'

type Row = AlarmRule | typeof NEW

/** Defaults of a new rule. */
const initial: Partial<AlarmRule> = {
  metric: 'Climate/Hum/Avg',
  direction: 'above',
  forMinutes: 5,
  level: 'warning',
  receivers: 'onCall',
  ways: [],
  status: 'on',
  houseId: null,
}

/** Creates a rule, or changes one. */
export function RuleForm({ row, close }: { row: Row; close: () => void }) {
  const { t } = useTranslation('alarm-rules')
  return (
    <RecordForm
      contract={alarmRules}
      fields={alarmRuleFields}
      row={row}
      title={row === 'new' ? t($ => $.new) : row.name}
      initial={initial}
      close={close}
    >
      <Inputs row={row} />
    </RecordForm>
  )
}

/** The limit has the unit of the watched metric; the house type is only asked if no house is chosen. */
function Inputs({ row }: { row: Row }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const metric: string = Form.useWatch('metric', { preserve: true }) ?? 'Climate/Hum/Avg'
  const houseId: string | null = Form.useWatch('houseId', { preserve: true }) ?? null
  const { name, houseType, metric: watched, direction, limit, ...others } = alarmRuleFields
  const source = useOptions(houses.list.path, 'rule', async search => {
    const { items } = await call(houses.list, { query: { search, size: 100 } })
    return items.map(({ id, name }) => ({ id, name }))
  })
  const known =
    row !== 'new' && row.houseId !== null ? [{ value: row.houseId, label: row.houseName ?? '' }] : []
  return (
    <>
      <FieldInputs fields={{ name }} />
      <div className="field-inputs">
        <FormField name="houseId" label={t($ => $.house)} normalize={(id?: string) => id ?? null}>
          <RemoteSelect source={source} also={known} allowClear placeholder={t($ => $.allHouses)} />
        </FormField>
        {houseId === null && <FieldInputs fields={{ houseType }} />}
      </div>
      <FieldInputs fields={{ metric: watched, direction }} />
      <div className="field-inputs">
        <NumberField
          key={metric}
          name="limit"
          label={limit.label[language]}
          min={limit.least}
          max={limit.most}
          unit={metricByName.get(metric)?.unit ?? ''}
          isRequired
        />
      </div>
      <FieldInputs fields={others} />
      <p className="caption">{t($ => $.onlyAdds)}</p>
    </>
  )
}
