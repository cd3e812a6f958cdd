import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { repairFields, repairs } from '#shared/contracts/repairs.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { Agree } from '#web/components/agree.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import { call } from '#web/data/client.ts'

type Values = z.input<typeof repairs.create.body>

interface Props {
  /** What it is about, where it was begun from there. */
  alarmId?: string | undefined
  deviceId?: string | undefined
  close: () => void
  open: (id: string) => void
}

/** Applies for a repair; it then opens beside the list. */
export function RepairForm({ alarmId, deviceId, close, open }: Props) {
  const { t } = useTranslation('repairs')
  const [made, setMade] = useState<string>()
  return (
    <FormDialog<Values>
      title={t($ => $.apply)}
      width={640}
      initial={{ ...emptyTexts(repairFields), deviceId: deviceId ?? null }}
      save={async values => {
        const { id } = await call(repairs.create, {
          body: { ...values, alarmId: alarmId ?? null, statement: STATEMENT_VERSION },
        })
        setMade(id)
      }}
      saved={() => (made === undefined ? close() : open(made))}
      touches={[repairs.list.path]}
      success={t($ => $.applied)}
      doing={t($ => $.send)}
      close={close}
    >
      {alarmId ? <p className="repair-about">{t($ => $.ofAlarm)}</p> : <TicketPlace />}
      <FieldInputs fields={repairFields} />
      <Agree />
    </FormDialog>
  )
}
