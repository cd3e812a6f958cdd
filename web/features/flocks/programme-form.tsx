import { Checkbox, Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import {
  type HealthProgramme,
  type HealthProgrammeForm,
  healthProgrammes,
} from '#shared/contracts/health-programmes.ts'
import type { HouseType } from '#shared/signals.ts'
import { houseTypeNames, houseTypes } from '#shared/signals.ts'
import { breedsFor, standardOf } from '#shared/standards/standards.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { ChoiceSelect, RemoteSelect } from '#web/components/remote-select.tsx'
import { useOfficeOptions } from '#web/components/use-options.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useSession } from '#web/data/session.ts'
import { StepsInput, useStepsRule } from './steps-input.tsx'
import './flock-form.css'

type Values = z.input<typeof HealthProgrammeForm>

interface Props {
  programme: HealthProgramme | null
  close: () => void
}

/** Keeps a programme, or changes one; a change of its steps asks about the flocks that follow it. */
export function ProgrammeForm({ programme, close }: Props) {
  const { t } = useTranslation('flocks')
  const user = useSession(({ user }) => user)
  const own = user?.kind === 2 ? [{ value: user.officeId, label: user.officeName }] : []
  const labels = {
    name: t($ => $.programmes.name),
    officeId: t($ => $.customer),
    houseType: t($ => $.type),
    breed: t($ => $.breed),
    isGiven: t($ => $.programmes.isGiven),
    steps: t($ => $.programmes.steps),
  }
  const initial: Partial<Values> = programme
    ? valuesOf(programme)
    : { houseType: 'layer', isGiven: true, steps: [], ...(own[0] && { officeId: own[0].value }) }
  return (
    <FormDialog<Values>
      title={programme?.name ?? t($ => $.programmes.new)}
      width={980}
      initial={initial}
      valuesOf={valuesOf}
      {...(programme ? { version: programme.version } : {})}
      save={(values, version) => {
        const body = { ...values, breed: values.breed || null, running: values.running ?? null, version }
        return programme
          ? call(healthProgrammes.update, { params: { id: programme.id }, body })
          : call(healthProgrammes.create, { body })
      }}
      success={t($ => $.programmes.kept)}
      labels={labels}
      close={close}
    >
      <Fields
        labels={labels}
        own={programme ? [{ value: programme.officeId, label: programme.customer ?? '' }] : own}
        isOneOffice={programme !== null || own.length > 0}
        flocks={programme?.flocks ?? 0}
      />
    </FormDialog>
  )
}

const valuesOf = ({ name, officeId, houseType, breed, isGiven, steps }: HealthProgramme): Values => ({
  name,
  officeId,
  houseType,
  breed,
  isGiven,
  steps,
})

interface FieldsProps {
  labels: Readonly<Record<string, string>>
  own: { value: string; label: string }[]
  isOneOffice: boolean
  flocks: number
}

function Fields({ labels, own, isOneOffice, flocks }: FieldsProps) {
  const { t } = useTranslation('flocks')
  const { t: word } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const type: HouseType = Form.useWatch('houseType', { preserve: true }) ?? 'layer'
  const offices = useOfficeOptions()
  const stepsRule = useStepsRule()
  const required = [{ required: true, message: word($ => $.required) }]
  return (
    <>
      <div className="flock-form">
        <FormField name="name" label={labels.name} rules={required}>
          <Input maxLength={60} />
        </FormField>
        <FormField name="officeId" label={labels.officeId} rules={required} hidden={isOneOffice}>
          <RemoteSelect source={offices} also={own} disabled={isOneOffice} />
        </FormField>
        <FormField name="houseType" label={labels.houseType} rules={required}>
          <ChoiceSelect
            options={houseTypes.map(value => ({ value, label: houseTypeNames[value][language] }))}
          />
        </FormField>
        <FormField name="breed" label={labels.breed} extra={t($ => $.programmes.breedHint)}>
          <ChoiceSelect
            allowClear
            options={breedsFor(type).map(value => ({ value, label: standardOf(value).name }))}
          />
        </FormField>
      </div>
      <FormField name="isGiven" valuePropName="checked">
        <Checkbox>{t($ => $.programmes.isGivenHint)}</Checkbox>
      </FormField>
      <FormField name="steps" label={labels.steps} rules={[stepsRule]}>
        <StepsInput type={type} />
      </FormField>
      {flocks > 0 && (
        <FormField
          name="running"
          label={t($ => $.programmes.running, { count: flocks })}
          extra={t($ => $.programmes.runningHint)}
        >
          <Radio.Group
            options={[
              { value: 'change', label: t($ => $.programmes.runningChange) },
              { value: 'keep', label: t($ => $.programmes.runningKeep) },
            ]}
          />
        </FormField>
      )}
    </>
  )
}
