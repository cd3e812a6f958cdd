import { Checkbox, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CAMERA_CHANNELS } from '#shared/cameras.ts'
import { type Camera, type CameraChannel, cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { FormField } from '#web/components/form/form-field.tsx'
import { call } from '#web/data/client.ts'
import { HouseField } from './house-field.tsx'

interface Values {
  number: number
  name: string
  streamPath?: string
  subPath?: string
  houseId?: string | null
  enabled: boolean
}

interface Props {
  camera: Camera
  channel: CameraChannel | null
  close: () => void
}

const houseNamed = (channel: Pick<CameraChannel, 'houseId' | 'houseName'> | null) =>
  channel?.houseId ? [{ value: channel.houseId, label: channel.houseName ?? '' }] : []

/** A channel of a camera: which picture it is, and the house it shows. */
export function ChannelForm({ camera, channel, close }: Props) {
  const { t } = useTranslation('cameras')
  const { t: word } = useTranslation('components')
  const taken = camera.channels.map(({ number }) => number)
  const numbers = Array.from({ length: CAMERA_CHANNELS }, (_, at) => at + 1).filter(
    at => at === channel?.number || !taken.includes(at),
  )
  const free = numbers[0] ?? 1
  const required = [{ required: true, message: word($ => $.required) }]
  const fields = ['number', 'name', 'streamPath', 'subPath', 'houseId', 'enabled'] as const
  const labels = Object.fromEntries(fields.map(name => [name, t($ => $.fields[name])]))
  return (
    <FormDialog<Values>
      title={channel ? channel.name : t($ => $.addChannel)}
      initial={
        channel ?? {
          number: free,
          name: `${camera.name} ${free}`,
          enabled: true,
          streamPath: '',
          subPath: '',
          houseId: null,
        }
      }
      {...(channel ? { version: channel.version } : {})}
      save={(values, version) => {
        const body = {
          ...values,
          streamPath: values.streamPath ?? channel?.streamPath ?? '',
          subPath: values.subPath ?? channel?.subPath ?? '',
          houseId: values.houseId ?? null,
        }
        return channel
          ? call(cameraChannels.update, { params: { id: channel.id }, body: { ...body, version } })
          : call(cameras.addChannel, { params: { id: camera.id }, body })
      }}
      namesOf={(current: CameraChannel) => houseNamed(current)}
      success={channel ? t($ => $.channelChanged) : t($ => $.channelAdded)}
      labels={labels}
      close={close}
    >
      <FormField name="number" label={t($ => $.fields.number)} rules={required}>
        <Select options={numbers.map(value => ({ value, label: String(value) }))} />
      </FormField>
      <FormField name="name" label={t($ => $.fields.name)} rules={required}>
        <Input maxLength={100} />
      </FormField>
      <HouseField officeId={camera.officeId} known={houseNamed(channel)} />
      {camera.kind === 'rtsp' && <Paths />}
      <FormField name="enabled" valuePropName="checked">
        <Checkbox>{t($ => $.fields.enabled)}</Checkbox>
      </FormField>
    </FormDialog>
  )
}

/** Where the camera has the pictures of a channel; others tell it by themselves. */
function Paths() {
  const { t } = useTranslation('cameras')
  return (
    <>
      <FormField name="streamPath" label={t($ => $.fields.streamPath)} extra={t($ => $.hints.streamPath)}>
        <Input maxLength={300} className="mono" placeholder={t($ => $.examplePath)} spellCheck={false} />
      </FormField>
      <FormField name="subPath" label={t($ => $.fields.subPath)} extra={t($ => $.hints.subPath)}>
        <Input maxLength={300} className="mono" placeholder={t($ => $.exampleSubPath)} spellCheck={false} />
      </FormField>
    </>
  )
}
