import { useTranslation } from 'react-i18next'
import { deedFields, type OverhaulPlan, overhaul } from '#shared/contracts/overhaul.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { emptyTexts, FieldInputs } from '#web/components/records/field-inputs.tsx'
import { call } from '#web/data/client.ts'
import { type Checked, CheckList } from './check-list.tsx'
import { placeOf } from './place-of.ts'

interface Values {
  checked: Checked
  reading: string
  note: string
  pictures: string[]
}

/** Records a completed overhaul: the checks, and those that failed, which open a repair. */
export function DeedForm({ plan, close }: { plan: OverhaulPlan; close: () => void }) {
  const { t } = useTranslation('overhaul')
  const { id, version, checks } = plan
  return (
    <FormDialog<Values>
      title={`${plan.item} · ${placeOf(plan)}`}
      width={560}
      initial={{ ...emptyTexts(deedFields), checked: {} }}
      save={({ checked, ...values }) => {
        const failed = checks.filter(check => checked[check] === 'failed')
        return call(overhaul.finish, { params: { id }, body: { ...values, failed, version } })
      }}
      success={t($ => $.doneSaid)}
      doing={t($ => $.done)}
      close={close}
    >
      <CheckList checks={checks} />
      <FieldInputs fields={deedFields} />
    </FormDialog>
  )
}
