import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { holidayChoices } from '#shared/alarm-chain.ts'
import { type AlarmDutyForm, alarmDuties, silenceLimits } from '#shared/contracts/alarm-rules.ts'
import { users } from '#shared/contracts/users.ts'
import { ClockField, DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { useWeekdays } from './weekdays.ts'

/** Steps of the chain that a form offers. */
const STEPS = [1, 2, 3, 4]

/** Defaults of a new duty: every night. */
const initial = {
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  fromClock: '20:00',
  untilClock: '08:00',
  substituteId: null,
  fromOn: null,
  untilOn: null,
  note: '',
  step: 1,
  houseIds: [],
  holidays: 'also',
}

/** Puts somebody on call. */
export function DutyForm({ close }: { close: () => void }) {
  const { t } = useTranslation('alarm-rules')
  const { t: word } = useTranslation('components')
  const weekdays = useWeekdays()
  const people = useOptions(users.options.path, 'duty', search => call(users.options, { query: { search } }))
  const houses = useQuery({
    queryKey: [silenceLimits.limits.path],
    queryFn: () => call(silenceLimits.limits),
  })
  const required = [{ required: true, message: word($ => $.required) }]
  const orNull = (value?: string) => value || null
  const labels = {
    accountId: t($ => $.person),
    substituteId: t($ => $.substitute),
    weekdays: t($ => $.weekdays),
    fromClock: t($ => $.from),
    untilClock: t($ => $.until),
    fromOn: t($ => $.firstDay),
    untilOn: t($ => $.lastDay),
    note: t($ => $.note),
    step: t($ => $.step),
    houseIds: t($ => $.house),
    holidays: t($ => $.holidays.title),
  }
  return (
    <FormDialog<object>
      title={t($ => $.addDuty)}
      width={560}
      initial={initial}
      save={body => call(alarmDuties.create, { body: body as AlarmDutyForm })}
      success={t($ => $.dutyAdded)}
      labels={labels}
      close={close}
    >
      <FormField name="accountId" label={labels.accountId} rules={required}>
        <RemoteSelect source={people} />
      </FormField>
      <FormField
        name="substituteId"
        label={labels.substituteId}
        extra={t($ => $.substituteHint)}
        normalize={orNull}
      >
        <RemoteSelect source={people} allowClear />
      </FormField>
      <FormField name="weekdays" label={labels.weekdays} rules={required}>
        <Select mode="multiple" options={weekdays} />
      </FormField>
      <div className="duty-pair">
        <ClockField name="fromClock" label={labels.fromClock} rules={required} />
        <ClockField
          name="untilClock"
          label={labels.untilClock}
          rules={required}
          extra={t($ => $.untilHint)}
        />
        <DayField name="fromOn" label={labels.fromOn} normalize={orNull} />
        <DayField name="untilOn" label={labels.untilOn} normalize={orNull} />
      </div>
      <FormField name="step" label={labels.step} extra={t($ => $.stepHint)}>
        <Select options={STEPS.map(step => ({ value: step, label: t($ => $.stepOf, { step }) }))} />
      </FormField>
      <FormField name="houseIds" label={labels.houseIds}>
        <Select
          mode="multiple"
          placeholder={t($ => $.allHouses)}
          showSearch={{ optionFilterProp: 'label' }}
          options={(houses.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormField>
      <FormField name="holidays" label={labels.holidays}>
        <Select options={holidayChoices.map(value => ({ value, label: t($ => $.holidayChoice[value]) }))} />
      </FormField>
      <FormField name="note" label={labels.note}>
        <Input maxLength={200} />
      </FormField>
    </FormDialog>
  )
}
