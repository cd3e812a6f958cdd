import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { isTiered } from '#shared/cage-types.ts'
import { type CageType, cageTypeFields, cageTypes } from '#shared/contracts/cage-types.ts'
import { houses } from '#shared/contracts/houses.ts'
import { bothNames } from '#shared/text.ts'
import type { NEW } from '#web/components/list/use-edited.ts'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RecordForm } from '#web/components/records/record-form.tsx'
import { usePreferences } from '#web/data/preferences.ts'

/** Where a new type starts. */
const initial: Partial<CageType> = { layout: 'stacked', tiers: 4, rows: 4, houseTypes: ['layer'] }

/** Writes a new cage system type, or changes one; the drawings of its houses follow. */
export function CageTypeForm({ row, close }: { row: CageType | typeof NEW; close: () => void }) {
  const { t } = useTranslation('cage-types')
  const language = usePreferences(({ language }) => language)
  return (
    <RecordForm
      contract={cageTypes}
      fields={cageTypeFields}
      row={row}
      title={row === 'new' ? t($ => $.new) : bothNames(row)[language]}
      initial={initial}
      // Birds on the floor have one tier, which nobody types.
      completed={values => (isTiered(values.layout ?? 'stacked') ? values : { ...values, tiers: 1 })}
      touches={[houses.list.path]}
      close={close}
    >
      <Inputs />
    </RecordForm>
  )
}

/** On the floor there are neither tiers nor cages. */
function Inputs() {
  const { t } = useTranslation('cage-types')
  const layout = Form.useWatch('layout', { preserve: true }) ?? initial.layout
  const { birdsPerCage, tiers, ...onFloor } = cageTypeFields
  return isTiered(layout) ? (
    <FieldInputs fields={cageTypeFields} />
  ) : (
    <FieldInputs fields={onFloor} labels={{ rows: t($ => $.lines) }} />
  )
}
