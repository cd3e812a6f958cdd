import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { dateIn } from '#shared/zone-time.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'

interface Props {
  flock: Flock
  close: () => void
}

/** Ends a flock: asks for its last day. */
export function CloseForm({ flock, close }: Props) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const last = flock.lastRecordOn ?? flock.placedOn
  return (
    <FormDialog<{ endedOn: string; reason: string }>
      title={t($ => $.closeAsk, { house: flock.houseName })}
      initial={{
        endedOn: flock.reopenedFrom ?? (last > flock.placedOn ? last : dateIn(flock.timeZone, new Date())),
        reason: '',
      }}
      version={flock.version}
      save={({ endedOn, reason }, version) =>
        call(flocks.close, { params: { id: flock.id }, body: { endedOn, reason, version } })
      }
      success={t($ => $.closed)}
      doing={t($ => $.close)}
      close={close}
    >
      <p>{t($ => $.closeSays)}</p>
      <DayField
        name="endedOn"
        label={t($ => $.endedOn)}
        rules={[{ required: true, message: word($ => $.required) }]}
      />
      <FormField name="reason" label={t($ => $.closeReason)}>
        <Input.TextArea rows={2} maxLength={300} />
      </FormField>
    </FormDialog>
  )
}

/** Reopens a closed flock, with a reason that goes into the history. */
export function ReopenForm({ flock, close }: Props) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  return (
    <FormDialog<{ reason: string }>
      title={t($ => $.reopenAsk, { house: flock.houseName })}
      initial={{}}
      version={flock.version}
      save={({ reason }, version) =>
        call(flocks.reopen, { params: { id: flock.id }, body: { reason, version } })
      }
      success={t($ => $.reopened)}
      doing={t($ => $.reopen)}
      close={close}
    >
      <FormField
        name="reason"
        label={t($ => $.reason)}
        rules={[{ required: true, message: word($ => $.required) }]}
      >
        <Input.TextArea rows={3} maxLength={300} />
      </FormField>
    </FormDialog>
  )
}
