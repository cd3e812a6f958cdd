import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { flockHealth } from '#shared/contracts/health-programmes.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import type { StepOfFlock } from './carry-out-form.tsx'

interface Props {
  of: Pick<StepOfFlock, 'flockId' | 'houseName' | 'step'>
  close: () => void
}

/** Leaves out a step of the health programme, with the reason. */
export function SkipForm({ of: { flockId, houseName, step }, close }: Props) {
  const { t } = useTranslation('components')
  return (
    <FormDialog<{ reason: string }>
      title={t($ => $.health.skipTitle, { name: step.name, house: houseName })}
      initial={{}}
      save={({ reason }) =>
        call(flockHealth.skip, { params: { id: flockId }, body: { stepId: step.id, reason } })
      }
      success={t($ => $.health.skipped)}
      doing={t($ => $.health.skip)}
      close={close}
    >
      <FormField
        name="reason"
        label={t($ => $.health.skipReason)}
        rules={[{ required: true, message: t($ => $.required) }]}
      >
        <Input.TextArea rows={2} maxLength={300} />
      </FormField>
    </FormDialog>
  )
}
