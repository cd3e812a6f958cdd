import { Button, Modal } from 'antd'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { type EquipmentOfHouse, houses } from '#shared/contracts/houses.ts'
import {
  equipmentFields,
  fanGroupFields,
  HOUSE_MACHINES,
  type HouseEquipment,
  houseMachineFields,
} from '#shared/house-equipment.ts'
import { FAN_GROUPS } from '#shared/signals/ventilation-settings.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormChanges, FormField } from '#web/components/form/form-field.tsx'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { FieldInputs } from '#web/components/records/field-inputs.tsx'
import { RowsInput, useRowsRule } from '#web/components/records/rows-input.tsx'
import { useFields } from '#web/components/records/use-fields.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import './equipment-form.css'

const EMPTY_MACHINE = { machine: null, model: '', count: null }
const EMPTY_GROUP = {
  group: null,
  fans: null,
  model: '',
  drive: null,
  airflowM3h: null,
  powerKw: null,
  freeAirM3h: null,
  air50PaM3h: null,
}

/** The equipment of the house in the address's `equipment=`: fans by group, inlets, pads, heaters. */
export function EquipmentOf({ id }: { id: string }) {
  const { setSearch } = useScreen()
  const read = () => call(houses.equipment, { params: { id } })
  const { data, error, retry } = useReadOnce([houses.equipment.path, id], read)
  const close = () => setSearch({ equipment: undefined })
  if (error)
    return (
      <Modal open footer={null} onCancel={close}>
        <LoadProblem error={error} retry={retry} />
      </Modal>
    )
  return data ? <EquipmentForm house={data} close={close} /> : null
}

function EquipmentForm({ house, close }: { house: EquipmentOfHouse; close: () => void }) {
  const { t } = useTranslation('houses')
  const { label } = useFields(equipmentFields)
  const names = Object.keys(equipmentFields) as (keyof typeof equipmentFields)[]
  const labels = Object.fromEntries(names.map(name => [name, label(name)]))
  return (
    <FormDialog<HouseEquipment>
      title={t($ => $.equipment.title, { name: house.name })}
      width={1040}
      initial={equipmentIn(house)}
      version={house.version}
      valuesOf={equipmentIn}
      save={(values, version) =>
        call(houses.equip, { params: { id: house.id }, body: { ...values, version } })
      }
      success={t($ => $.equipment.changed)}
      labels={{ ...labels, fanGroups: t($ => $.equipment.fanGroups), machines: t($ => $.equipment.machines) }}
      close={close}
    >
      <Fields house={house} />
    </FormDialog>
  )
}

/** The form's fields of a house: without its name and the suggestions. */
function equipmentIn({ fanGroups, machines, ...house }: EquipmentOfHouse): HouseEquipment {
  const { sideInletM2, tunnelDoorM2, padM2, heatingKw, heaters, fogLh } = house
  return { fanGroups, machines, sideInletM2, tunnelDoorM2, padM2, heatingKw, heaters: heaters ?? null, fogLh }
}

function Fields({ house }: { house: EquipmentOfHouse }) {
  const { t } = useTranslation('houses')
  const { put } = useContext(FormChanges)
  const rowName = (number: number) => t($ => $.equipment.row, { number })
  const machineRow = (number: number) => t($ => $.equipment.machineRow, { number })
  const propose = () => {
    for (const [name, value] of Object.entries(house.proposed)) put?.(name, value)
  }
  return (
    <>
      <p className="equipment-says split wrap gap-3">
        {house.isRecorded ? t($ => $.equipment.recorded) : t($ => $.equipment.usual)}
        {house.isRecorded && <Button onClick={propose}>{t($ => $.equipment.propose)}</Button>}
      </p>
      <FieldInputs fields={equipmentFields} />
      <FormField
        name="fanGroups"
        label={t($ => $.equipment.fanGroups)}
        rules={[useRowsRule(fanGroupFields, rowName)]}
      >
        <RowsInput
          fields={fanGroupFields}
          empty={EMPTY_GROUP}
          add={t($ => $.equipment.add)}
          rowName={rowName}
          most={FAN_GROUPS}
          isDense
        />
      </FormField>
      <FormField
        name="machines"
        label={t($ => $.equipment.machines)}
        extra={t($ => $.equipment.machinesSay)}
        rules={[useRowsRule(houseMachineFields, machineRow)]}
      >
        <RowsInput
          fields={houseMachineFields}
          empty={EMPTY_MACHINE}
          add={t($ => $.equipment.addMachine)}
          rowName={machineRow}
          most={HOUSE_MACHINES}
          isDense
        />
      </FormField>
    </>
  )
}
