import { devices } from '#shared/contracts/devices.ts'
import { houses } from '#shared/contracts/houses.ts'
import { text } from '#shared/text.ts'
import { CallError, call } from '#web/data/client.ts'
import { readSeen } from '#web/data/offline/seen.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { FormField } from '../form/form-field.tsx'
import { RemoteSelect } from '../remote-select.tsx'
import { useOptions } from '../use-options.ts'

const labels = { houseId: text('鸡舍', 'House'), deviceId: text('设备', 'Device') }

interface Named {
  id: string
  name: string
}
interface Props {
  /** The form's initial house and device, by name. */
  house?: Named | null
  device?: Named | null
}
const choiceOf = (named: Named | null | undefined) =>
  named ? [{ value: named.id, label: named.name }] : undefined

/** What a ticket is about: `houseId` and `deviceId` of a form, both optional. */
export function TicketPlace({ house, device }: Props) {
  return (
    <div className="field-inputs">
      {useMayCall(houses.list) && <HousePick known={house} />}
      <DevicePick known={device} />
    </div>
  )
}

function HousePick({ known }: { known: Named | null | undefined }) {
  const options = useOptions(houses.list.path, 'options', async search => {
    try {
      const { items } = await call(houses.list, { query: { search, size: 50 } })
      return items.map(({ id, name, customer }) => ({ id, name: customer ? `${name} · ${customer}` : name }))
    } catch (error) {
      const seen = error instanceof CallError && error.status === 0 ? await readSeen() : null
      if (!seen) throw error
      // Without network: the houses with birds, as last seen.
      return seen.flocks.flatMap(({ houseId, houseName: name }) => (houseId ? [{ id: houseId, name }] : []))
    }
  })
  const language = usePreferences(({ language }) => language)
  return (
    <FormField name="houseId" label={labels.houseId[language]}>
      <RemoteSelect allowClear source={options} also={choiceOf(known)} />
    </FormField>
  )
}

function DevicePick({ known }: { known: Named | null | undefined }) {
  const options = useOptions(devices.options.path, 'any', search =>
    call(devices.options, { query: { search } }),
  )
  const language = usePreferences(({ language }) => language)
  return (
    <FormField name="deviceId" label={labels.deviceId[language]}>
      <RemoteSelect allowClear source={options} also={choiceOf(known)} />
    </FormField>
  )
}
