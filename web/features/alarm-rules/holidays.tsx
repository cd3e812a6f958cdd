import { Button, Input } from 'antd'
import { CalendarOff, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarmHolidays, type DutyPlan } from '#shared/contracts/alarm-rules.ts'
import { dateOf } from '#shared/dates.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

type Holiday = DutyPlan['holidays'][number]

/** The farm's holidays: duties may leave them out, or be only for them. */
export function Holidays({ holidays }: Pick<DutyPlan, 'holidays'>) {
  const { t } = useTranslation('alarm-rules')
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="duty-holidays row wrap gap-2">
      <span className="caption">
        <CalendarOff size={14} aria-hidden />{' '}
        {holidays.length > 0 ? t($ => $.holidays.title) : t($ => $.holidays.none)}
      </span>
      {holidays.map(holiday => (
        <HolidayChip key={holiday.id} holiday={holiday} />
      ))}
      <ActionButton
        endpoint={alarmHolidays.create}
        size="small"
        icon={<Plus size={14} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {t($ => $.holidays.add)}
      </ActionButton>
      {isAdding && <HolidayForm close={() => setAdding(false)} />}
    </div>
  )
}

function HolidayChip({ holiday: { id, name, fromOn, untilOn } }: { holiday: Holiday }) {
  const { t } = useTranslation('alarm-rules')
  const { language } = useReader()
  const may = useMayCall(alarmHolidays.remove)
  const confirm = useConfirmed({ success: t($ => $.holidays.removed) })
  const remove = () =>
    confirm(
      {
        title: t($ => $.holidays.remove, { name }),
        says: t($ => $.holidays.removeSays),
        ok: t($ => $.holidays.ok),
      },
      () => call(alarmHolidays.remove, { params: { id } }),
    )
  return (
    <span className="duty-holiday num">
      <b>{name}</b> {dateOf(fromOn, language)}
      {untilOn !== fromOn && ` – ${dateOf(untilOn, language)}`}
      {may && (
        <Button
          type="text"
          size="small"
          aria-label={t($ => $.holidays.remove, { name })}
          icon={<Trash2 size={14} aria-hidden />}
          onClick={remove}
        />
      )}
    </span>
  )
}

function HolidayForm({ close }: { close: () => void }) {
  const { t } = useTranslation('alarm-rules')
  const { t: word } = useTranslation('components')
  const required = [{ required: true, message: word($ => $.required) }]
  const labels = { name: t($ => $.holidays.name), fromOn: t($ => $.firstDay), untilOn: t($ => $.lastDay) }
  return (
    <FormDialog<{ name: string; fromOn: string; untilOn: string }>
      title={t($ => $.holidays.add)}
      initial={{ name: '', fromOn: '', untilOn: '' }}
      save={body => call(alarmHolidays.create, { body })}
      success={t($ => $.holidays.added)}
      labels={labels}
      close={close}
    >
      <FormField name="name" label={labels.name} rules={required}>
        <Input maxLength={60} />
      </FormField>
      <DayField name="fromOn" label={labels.fromOn} rules={required} />
      <DayField name="untilOn" label={labels.untilOn} rules={required} />
    </FormDialog>
  )
}
