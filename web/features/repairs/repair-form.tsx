import { App } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { repairFields, type repairs } from '#shared/contracts/repairs.ts'
import { Agree } from '#web/components/agree.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { type Begun, useBegun } from '#web/components/help/use-begun.ts'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { TicketPlace } from '#web/components/records/ticket-place.tsx'
import type { Search } from '#web/components/screen-context.tsx'
import { useStatement } from '#web/components/use-statement.ts'
import { applyForRepair } from '#web/data/offline/repairs.ts'
import { useReachable } from '#web/data/reachable.ts'

type Values = z.input<typeof repairs.create.body>

interface Props {
  /** The address: says what the repair is about, if it was started from there. */
  search: Search
  close: () => void
  open: (id: string) => void
}

/** Applies for a repair, which then opens beside the list. */
export function RepairForm(props: Props) {
  const begun = useBegun(props.search)
  return begun && <Application {...props} begun={begun} />
}

function Application({ search, begun, close, open }: Props & { begun: Begun }) {
  const { t } = useTranslation('repairs')
  const { message } = App.useApp()
  const statement = useStatement()
  const isReachable = useReachable(({ reachable }) => reachable)
  /** Null: this browser keeps it. */
  const made = useRef<string>(null)
  const { house, device, machine, title, says } = begun
  const alarmId = search.alarm
  return (
    <FormDialog<Values>
      title={t($ => $.apply)}
      width={640}
      initial={{
        ...emptyTexts(repairFields),
        machine,
        title,
        description: says,
        houseId: house?.id ?? null,
        deviceId: device?.id ?? null,
      }}
      save={async values => {
        made.current = await applyForRepair({
          ...values,
          alarmId: alarmId ?? null,
          statement: statement.version,
        })
      }}
      saved={() => {
        void message.success(made.current === null ? t($ => $.kept) : t($ => $.applied))
        if (made.current === null) close()
        else open(made.current)
      }}
      success=""
      doing={t($ => $.send)}
      close={close}
    >
      {alarmId ? <OfAlarm begun={begun} /> : <TicketPlace house={house} device={device} />}
      <FieldInputs fields={repairFields} keeps />
      {!isReachable && <p className="repair-about">{t($ => $.withoutNetwork)}</p>}
      <Agree statement={statement} />
    </FormDialog>
  )
}

/** Shows the alarm details that go with an application started from an alarm. */
function OfAlarm({ begun: { house, device, title } }: { begun: Begun }) {
  const { t } = useTranslation('repairs')
  const about = [title, house?.name, device?.name].filter(Boolean).join(' · ')
  return (
    <p className="repair-about">
      {about && <strong>{about}</strong>} {t($ => $.ofAlarm)}
    </p>
  )
}
