import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import type { ProgrammeStep } from '#shared/contracts/health-programmes.ts'
import { DayField } from '#web/components/day/day-field.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { call } from '#web/data/client.ts'

export interface StepOfFlock {
  flockId: string
  houseName: string
  step: ProgrammeStep
  /** Today at the house. */
  today: string
  lastBatch: string
}

interface Props {
  of: StepOfFlock
  close: () => void
}

interface Values {
  day: string
  batch: string
  dose: string
  birds: number | null
  vet: string
  prescription: string
  reason: string
}

const BIRDS_MOST = 500_000

/** Records a step of the health programme as given: what the programme says is filled in, and the batch of last time. */
export function CarryOutForm({ of: { flockId, houseName, step, today, lastBatch }, close }: Props) {
  const { t } = useTranslation('components')
  const labels = {
    day: t($ => $.health.day),
    batch: t($ => $.health.batch),
    dose: t($ => $.health.dose),
    birds: t($ => $.health.birds),
    vet: t($ => $.health.vet),
    prescription: t($ => $.health.prescription),
    reason: t($ => $.health.reason),
  }
  return (
    <FormDialog<Values>
      title={t($ => $.health.carryOutTitle, { name: step.name, house: houseName })}
      initial={{ day: today, batch: lastBatch, dose: step.dose, birds: null }}
      save={({ day, batch, dose, birds, vet, prescription, reason }) =>
        call(flockRecords.carryOut, {
          params: { id: flockId },
          body: {
            stepId: step.id,
            day,
            ...(batch && { batch }),
            dose: dose ?? '',
            ...(birds && { birds }),
            ...(vet && { vet }),
            ...(prescription && { prescription }),
            reason: reason ?? '',
          },
        })
      }
      success={t($ => $.health.carriedOut)}
      doing={t($ => $.health.carryOut)}
      labels={labels}
      close={close}
    >
      <div className="field-inputs">
        <DayField
          name="day"
          label={labels.day}
          rules={[{ required: true, message: t($ => $.required) }]}
          max={today}
        />
        <FormField name="batch" label={labels.batch}>
          <Input maxLength={60} />
        </FormField>
        <FormField name="dose" label={labels.dose}>
          <Input maxLength={100} />
        </FormField>
        <NumberField name="birds" label={labels.birds} min={1} max={BIRDS_MOST} isWhole />
        {step.kind === 'medicine' && (
          <>
            <FormField name="vet" label={labels.vet}>
              <Input maxLength={60} />
            </FormField>
            <FormField name="prescription" label={labels.prescription}>
              <Input maxLength={60} />
            </FormField>
          </>
        )}
      </div>
      <FormField name="reason" label={labels.reason} extra={t($ => $.health.reasonHint)}>
        <Input.TextArea rows={2} maxLength={300} />
      </FormField>
    </FormDialog>
  )
}
