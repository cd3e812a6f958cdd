import { Form, Select, type SelectProps } from 'antd'
import { useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { directionNames, suits } from '#shared/alarm-rules.ts'
import { valuesOf } from '#shared/choices.ts'
import { alarmRuleFields } from '#shared/contracts/alarm-rules.ts'
import type { Fields } from '#shared/field.ts'
import { conditional, FANS_RUN, ruleSubject, watchable } from '#shared/rule-subjects.ts'
import { formatSignal, type HouseType } from '#shared/signals.ts'
import { FormChanges, FormField } from '#web/components/form/form-field.tsx'
import { type Named, useTellNames } from '#web/components/form/form-names.ts'
import { NumberField } from '#web/components/form/number-field.tsx'
import { useMetricGroup } from '#web/components/metric-group.ts'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { useReader } from '#web/data/preferences.ts'

const { metric, direction, limit, conditionMetric, conditionDirection, conditionLimit } = alarmRuleFields
const fields: Fields = { metric, direction, limit, conditionMetric, conditionDirection, conditionLimit }

interface Props {
  /** The fields of a rule that say what is compared, how, and with what. */
  names: { metric: string; direction: string; limit: string }
  /** The houses of the rule, if of one type. */
  type: HouseType | null
  /** What the rule itself watches, for its condition, which it may do without. */
  not?: string
}

/** What is compared, how, and with what: a limit in the unit of a number, or one of the states of a state. */
export function ClauseInputs({ names, type, not }: Props) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const { put } = useContext(FormChanges)
  const chosen: string | null = Form.useWatch(names.metric, { preserve: true }) ?? null
  const isCondition = not !== undefined
  const subject = ruleSubject(chosen ?? '')
  const label = (name: string) => fields[name]?.label[language] ?? ''
  const required = { required: true, message: t($ => $.required) }
  const directions = valuesOf(directionNames)
    .filter(each => chosen !== null && suits(each, chosen))
    .map(value => ({ value, label: directionNames[value][language] }))
  /** The old direction and limit mean nothing for something of another kind. */
  const choose = (next?: string | null) => {
    const isSame = ruleSubject(next ?? '')?.isState === subject?.isState
    if (!isSame) put?.(names.direction, next ? (ruleSubject(next)?.isState ? 'is' : 'above') : null)
    put?.(names.limit, null)
  }
  return (
    <div className="field-inputs rule-clause">
      <FormField
        name={names.metric}
        label={label(names.metric)}
        extra={fields[names.metric]?.hint?.[language]}
        className="field-inputs-wide"
        rules={isCondition ? [] : [required]}
        normalize={(value?: string) => value ?? null}
      >
        <SubjectSelect
          type={type}
          not={not}
          placeholder={isCondition ? t($ => $.always) : ''}
          onChoose={choose}
        />
      </FormField>
      {subject && (
        <FormField name={names.direction} label={label(names.direction)} rules={[required]}>
          <ChoiceSelect options={directions} />
        </FormField>
      )}
      {subject?.isState && (
        <FormField name={names.limit} label={t($ => $.state)} rules={[required]}>
          <Select options={statesOf(subject, language)} />
        </FormField>
      )}
      {subject && !subject.isState && (
        <NumberField
          key={chosen}
          name={names.limit}
          label={label(names.limit)}
          min={subject.low}
          max={subject.high}
          unit={subject.unit}
          isRequired
        />
      )}
    </div>
  )
}

type Subject = NonNullable<ReturnType<typeof ruleSubject>>

const statesOf = (subject: Subject, language: 'zh-CN' | 'en-US') =>
  Object.keys(subject.enum ?? { 0: '', 1: '' }).map(code => ({
    value: Number(code),
    label: formatSignal(Number(code), subject, { language, units: 'metric' }),
  }))

/** The first part of the names of a flock's figures. */
const FLOCK = 'Flock'

interface SubjectProps {
  type: HouseType | null
  not: string | undefined
  placeholder: string
  onChoose: (name?: string | null) => void
  value?: string | null
  onChange?: (name?: string | null) => void
}

/** Everything that houses of the type have, by group. */
function SubjectSelect({ type, not, onChoose, onChange, ...given }: SubjectProps) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const groupOf = useMetricGroup()
  const options = useMemo(() => optionsOf(type, not, language), [type, not, language])
  useTellNames(options)
  const titleOf = (group: string) => (group === FLOCK ? t($ => $.flockFigures) : groupOf(group))
  const groups = Map.groupBy(options, ({ value }) => (value === FANS_RUN ? '' : (value.split('/')[0] ?? '')))
  return (
    <Select
      {...given}
      allowClear={not !== undefined}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next?: string | null) => {
        onChange?.(next)
        onChoose(next)
      }}
      options={[...groups].flatMap(
        ([group, members]): NonNullable<SelectProps['options']> =>
          group === '' ? members : [{ label: titleOf(group), options: members }],
      )}
    />
  )
}

function optionsOf(type: HouseType | null, not: string | undefined, language: 'zh-CN' | 'en-US'): Named[] {
  const names = not === undefined ? watchable : conditional
  return names.flatMap(value => {
    const subject = ruleSubject(value)
    const isHad = subject && value !== not && (type === null || subject.houseTypes.includes(type))
    return isHad ? [{ value, label: subject.label[language] }] : []
  })
}
