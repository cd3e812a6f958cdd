import { Checkbox, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type CameraClip, cameraClips } from '#shared/contracts/camera-clips.ts'
import { call } from '#web/data/client.ts'
import { FormDialog } from '../form/form-dialog.tsx'
import { FormField } from '../form/form-field.tsx'

/** What a clip is called, and whether it stays. */
export function ClipName({ clip, close }: { clip: CameraClip; close: () => void }) {
  const { t } = useTranslation('components')
  const labels = { name: t($ => $.clips.name), isKept: t($ => $.clips.kept) }
  return (
    <FormDialog<{ name: string; isKept: boolean }>
      title={t($ => $.clips.rename, { name: clip.name || clip.channelName })}
      initial={{ name: clip.name, isKept: clip.isKept }}
      version={clip.version}
      save={(values, version) =>
        call(cameraClips.update, { params: { id: clip.id }, body: { ...values, version } })
      }
      success={t($ => $.clips.renamed)}
      labels={labels}
      close={close}
    >
      <FormField name="name" label={labels.name}>
        <Input maxLength={100} />
      </FormField>
      <FormField name="isKept" valuePropName="checked" extra={t($ => $.clips.keepSays)}>
        <Checkbox>{labels.isKept}</Checkbox>
      </FormField>
    </FormDialog>
  )
}
