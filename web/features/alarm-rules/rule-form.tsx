import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { rationaleOf } from '#shared/alarm-rationale.ts'
import { codeOfRule, type Direction, suits, wayNames } from '#shared/alarm-rules.ts'
import { type AlarmRule, alarmRuleFields, alarmRules } from '#shared/contracts/alarm-rules.ts'
import { houses } from '#shared/contracts/houses.ts'
import { isFlockFigure } from '#shared/rule-subjects.ts'
import { type HouseType, metricByName } from '#shared/signals.ts'
import { FormField } from '#web/components/form/form-field.tsx'
import type { NEW } from '#web/components/list/use-edited.ts'
import { AlarmRationale } from '#web/components/rationale.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { ClauseInputs } from './clause-inputs.tsx'
import { useReach } from './reach-card.tsx'
import { RuleTried } from './rule-tried.tsx'
import './rule-form.css'

type Row = AlarmRule | typeof NEW

/** Defaults of a new rule. */
const initial: Partial<AlarmRule> = {
  metric: 'Climate/Hum/Avg',
  direction: 'above',
  forMinutes: 5,
  forDays: 1,
  conditionMetric: null,
  level: 'warning',
  receivers: 'onCall',
  ways: [],
  status: 'on',
  houseId: null,
}

/** Creates a rule, or changes one; shows what it would have raised lately. */
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

/** The house type is only asked if no house is chosen; a figure of the flock is asked in days and has no condition. */
function Inputs({ row }: { row: Row }) {
  const { t } = useTranslation('alarm-rules')
  const metric: string = Form.useWatch('metric', { preserve: true }) ?? ''
  const houseId: string | null = Form.useWatch('houseId', { preserve: true }) ?? null
  const houseType: HouseType | null = Form.useWatch('houseType', { preserve: true }) ?? null
  const condition: string | null = Form.useWatch('conditionMetric', { preserve: true }) ?? null
  const { name, forMinutes, forDays, level, receivers, ways, unseenMinutes, action, status } = alarmRuleFields
  const source = useOptions(houses.list.path, 'rule', async search => {
    const { items } = await call(houses.list, { query: { search, size: 100 } })
    return items.map(({ id, name }) => ({ id, name }))
  })
  const known =
    row !== 'new' && row.houseId !== null ? [{ value: row.houseId, label: row.houseName ?? '' }] : []
  const isFigure = isFlockFigure(metric)
  const isWhileFansRun = metricByName.get(metric)?.quantity === 'pressure' && !condition
  const type = houseId === null ? houseType : null
  return (
    <>
      <FieldInputs fields={{ name }} />
      <div className="field-inputs">
        <FormField name="houseId" label={t($ => $.house)} normalize={(id?: string) => id ?? null}>
          <RemoteSelect source={source} also={known} allowClear placeholder={t($ => $.allHouses)} />
        </FormField>
        {houseId === null && <FieldInputs fields={{ houseType: alarmRuleFields.houseType }} />}
      </div>
      <ClauseInputs names={{ metric: 'metric', direction: 'direction', limit: 'limit' }} type={type} />
      {isFigure ? <FieldInputs fields={{ forDays }} /> : <FieldInputs fields={{ forMinutes }} />}
      {isWhileFansRun && <p className="caption">{t($ => $.whileFansRun)}</p>}
      {!isFigure && (
        <ClauseInputs
          names={{ metric: 'conditionMetric', direction: 'conditionDirection', limit: 'conditionLimit' }}
          type={type}
          not={metric}
        />
      )}
      <RuleTried id={row === 'new' ? null : row.id} />
      <FieldInputs fields={{ level, receivers, ways, unseenMinutes, action, status }} />
      <NotSetUp />
      <Why />
      <p className="caption">{t($ => $.onlyAdds)}</p>
    </>
  )
}

/** Why such a rule exists, by what it watches and in the farm's own words of what to do. */
function Why() {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const metric: string | null = Form.useWatch('metric', { preserve: true }) ?? null
  const direction: Direction | null = Form.useWatch('direction', { preserve: true }) ?? null
  const limit: number | null = Form.useWatch('limit', { preserve: true }) ?? null
  const level: AlarmRule['level'] | null = Form.useWatch('level', { preserve: true }) ?? null
  const action: string = Form.useWatch('action', { preserve: true }) ?? ''
  if (!metric || !direction || !level || limit === null || !suits(direction, metric)) return null
  const code = codeOfRule({ metric, direction, limit, condition: null })
  return (
    <section className="rule-why" aria-label={t($ => $.reasons.one)}>
      <h3>{t($ => $.reasons.one)}</h3>
      <AlarmRationale code={code} level={level} action={action || rationaleOf(code).action[language]} />
    </section>
  )
}

/** Ways that the form offers and that this installation does not have. */
function NotSetUp() {
  const { t } = useTranslation('alarm-rules')
  const { data } = useReach('')
  const ways = data?.ways.filter(({ way, isSetUp }) => way in wayNames && !isSetUp) ?? []
  if (ways.length === 0) return null
  return (
    <p className="caption">
      {t($ => $.waysNotSetUp, { ways: ways.map(({ way }) => t($ => $.reach.ways.names[way])) })}
    </p>
  )
}
