import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { cageLayouts, isTiered } from '#shared/cage-types.ts'
import { type CageType, type CageTypeForm, cageTypes } from '#shared/contracts/cage-types.ts'
import { houses } from '#shared/contracts/houses.ts'
import { houseTypes } from '#shared/signals.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { NumberField } from '#web/components/form/number-field.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { call } from '#web/data/client.ts'
import { touchedByCageType } from './cage-type-row-actions.tsx'
import './cage-type-form.css'

type Values = z.input<typeof CageTypeForm>

const fields = [
  ...(['chineseName', 'englishName', 'layout', 'houseTypes', 'tiers', 'rows', 'birdsPerCage'] as const),
]

/** Where a new type starts. */
const initial: Partial<Values> = { layout: 'stacked', tiers: 4, rows: 4, houseTypes: ['layer'] }

/** Writes a new cage system type, or changes one; the drawings of its houses follow. */
export function CageTypeFormDialog({ type, close }: { type: CageType | null; close: () => void }) {
  const { t } = useTranslation('cage-types')
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  const save = (values: Values, version: number | undefined) => {
    const { chineseName = '', englishName = '', ...rest } = values
    const tiers = isTiered(values.layout) ? values.tiers : 1
    const body = { ...rest, chineseName, englishName, tiers, version }
    return type ? call(cageTypes.update, { params: { id: type.id }, body }) : call(cageTypes.create, { body })
  }
  return (
    <FormDialog<Values>
      title={type ? type.englishName || type.chineseName : t($ => $.new)}
      width={640}
      initial={type ?? initial}
      {...(type ? { version: type.version } : {})}
      save={save}
      touches={[...touchedByCageType, houses.list.path, houses.monitor.path]}
      success={type ? t($ => $.changed) : t($ => $.created)}
      labels={labels}
      close={close}
    >
      <Fields type={type} />
    </FormDialog>
  )
}

function Fields({ type }: { type: CageType | null }) {
  const { t } = useTranslation('cage-types')
  const { t: word } = useTranslation('components')
  const layout = Form.useWatch('layout') ?? type?.layout ?? 'stacked'
  const required = [{ required: true, message: word($ => $.required) }]
  const tiered = isTiered(layout)
  return (
    <div className="cage-type-form">
      <FormField name="chineseName" label={t($ => $.fields.chineseName)} extra={t($ => $.hints.names)}>
        <Input maxLength={100} lang="zh" />
      </FormField>
      <FormField name="englishName" label={t($ => $.fields.englishName)}>
        <Input maxLength={100} lang="en" />
      </FormField>
      <FormField
        name="layout"
        label={t($ => $.fields.layout)}
        extra={t($ => $.hints.layout)}
        rules={required}
      >
        <ChoiceSelect options={cageLayouts.map(value => ({ value, label: t($ => $.layout[value]) }))} />
      </FormField>
      <FormField name="houseTypes" label={t($ => $.fields.houseTypes)} rules={required}>
        <Select
          mode="multiple"
          options={houseTypes.map(value => ({ value, label: word($ => $.houseType[value]) }))}
        />
      </FormField>
      {tiered && (
        <NumberField name="tiers" label={t($ => $.fields.tiers)} min={1} max={12} isWhole isRequired />
      )}
      <NumberField
        name="rows"
        label={tiered ? t($ => $.fields.rows) : t($ => $.lines)}
        min={1}
        max={12}
        isWhole
        isRequired
      />
      {tiered && (
        <NumberField name="birdsPerCage" label={t($ => $.fields.birdsPerCage)} min={1} max={1_000} isWhole />
      )}
    </div>
  )
}
