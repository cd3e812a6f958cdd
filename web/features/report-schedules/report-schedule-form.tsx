import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Choices, valuesOf } from '#shared/choices.ts'
import {
  type ReportSchedule,
  reportScheduleFields,
  reportSchedules,
} from '#shared/contracts/report-schedules.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import {
  type ReportRhythm,
  reportGrants,
  reportRhythms,
  rhythmsOf,
  type ScheduledReport,
  scheduledReports,
  weekdays,
} from '#shared/report-schedules.ts'
import { ClockField } from '#web/components/day/day-field.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NEW } from '#web/components/list/use-edited.ts'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'

type Row = ReportSchedule | typeof NEW

const initial: Partial<ReportSchedule> = { clock: '06:30', officeId: null, weekday: 'monday' }

/** Orders a report by mail, or changes one. */
export function ReportScheduleForm({ row, close }: { row: Row; close: () => void }) {
  const { t } = useTranslation('report-schedules')
  return (
    <RecordForm
      contract={reportSchedules}
      fields={reportScheduleFields}
      row={row}
      title={row === NEW ? t($ => $.new) : t($ => $.change)}
      initial={initial}
      completed={values => ({ clock: initial.clock, ...values, officeId: values.officeId ?? null })}
      close={close}
    >
      <Inputs row={row} />
    </RecordForm>
  )
}

/** Offers only what the user may export, and only at the rhythms it supports. */
function Inputs({ row }: { row: Row }) {
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const grants = useSession(({ grants }) => grants)
  const form = Form.useFormInstance<ReportSchedule>()
  const report = Form.useWatch('report', { form, preserve: true })
  const rhythm = Form.useWatch('rhythm', { form, preserve: true })
  const required = [{ required: true, message: word($ => $.required) }]
  const { weekday, clock } = reportScheduleFields
  const named = <C extends Choices>(choices: C, values: readonly (keyof C & string)[]) =>
    values.map(value => ({ value, label: choices[value]?.[language] ?? value }))
  const offered = (Object.keys(scheduledReports) as ScheduledReport[]).filter(each =>
    grants.has(reportGrants[each]),
  )
  const rhythms: readonly ReportRhythm[] = report ? rhythmsOf[report] : []
  const chosen = (next: ScheduledReport) => {
    const [first] = rhythmsOf[next]
    if (first && !rhythmsOf[next].includes(form.getFieldValue('rhythm')))
      form.setFieldsValue({ rhythm: first })
  }
  return (
    <>
      <div className="field-inputs">
        <FormField name="report" label={reportScheduleFields.report.label[language]} rules={required}>
          <ChoiceSelect options={named(scheduledReports, offered)} onChange={chosen} />
        </FormField>
        <FormField name="rhythm" label={reportScheduleFields.rhythm.label[language]} rules={required}>
          <ChoiceSelect options={named(reportRhythms, rhythms)} disabled={!report} />
        </FormField>
      </div>
      <div className="field-inputs">
        {rhythm === 'week' && (
          <FormField name="weekday" label={weekday.label[language]} rules={required}>
            <ChoiceSelect options={named(weekdays, valuesOf(weekdays))} />
          </FormField>
        )}
        {rhythm !== 'flockEnd' && (
          <ClockField
            name="clock"
            label={clock.label[language]}
            extra={clock.hint[language]}
            rules={required}
          />
        )}
      </div>
      <Place row={row} />
    </>
  )
}

/** Whose houses. A farm's users may leave it open, for all they can see. */
function Place({ row }: { row: Row }) {
  const { t } = useTranslation('report-schedules')
  const { t: word } = useTranslation('components')
  const isFarm = useSession(({ user }) => user?.kind === CUSTOMER)
  const source = useOptions(reportSchedules.places.path, '', search =>
    call(reportSchedules.places, { query: { search } }),
  )
  const known =
    row === NEW || row.officeId === null
      ? []
      : [{ value: row.officeId, label: row.officeName ?? row.officeId }]
  return (
    <FormField
      name="officeId"
      label={t($ => $.place)}
      rules={isFarm ? [] : [{ required: true, message: word($ => $.required) }]}
    >
      <RemoteSelect
        allowClear={isFarm}
        placeholder={isFarm ? t($ => $.everything) : undefined}
        source={source}
        also={known}
      />
    </FormField>
  )
}
