import { useTranslation } from 'react-i18next'
import { type Camera, cameras } from '#shared/contracts/cameras.ts'
import { RowActions } from '#web/components/list/row-actions.tsx'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'

interface Props {
  camera: Camera
  edit: () => void
  /** Opens its details beside the list. */
  show: (id: string) => void
}

/** What the viewer may do with a camera. */
export function CameraRowActions({ camera, edit, show }: Props) {
  const { t } = useTranslation('cameras')
  const { id, name, status } = camera
  const params = { id }
  const enabling = useSubmit({ success: t($ => $.enabled) })
  const confirmDisabled = useConfirmed({ success: t($ => $.disabled) })
  const confirmRemoved = useConfirmed({ success: t($ => $.removed) })
  const testing = useSubmit()
  const isOff = status === 'DISABLE'
  return (
    <RowActions
      name={name}
      actions={[
        { key: 'edit', label: t($ => $.edit), endpoint: cameras.update, onClick: edit },
        {
          key: 'test',
          label: t($ => $.test.start),
          endpoint: cameras.probe,
          isOpen: !isOff,
          onClick: () =>
            void testing.submit(() => call(cameras.probe, { params })).then(isDone => isDone && show(id)),
        },
        {
          key: 'enable',
          label: t($ => $.enable),
          endpoint: cameras.enable,
          isOpen: isOff,
          onClick: () => void enabling.submit(() => call(cameras.enable, { params })),
        },
        {
          key: 'disable',
          label: t($ => $.disable),
          endpoint: cameras.disable,
          isOpen: !isOff,
          onClick: () =>
            confirmDisabled(
              {
                title: t($ => $.ask.disable, { name }),
                says: t($ => $.consequence.disable),
                ok: t($ => $.disable),
              },
              () => call(cameras.disable, { params }),
            ),
        },
        {
          key: 'remove',
          label: t($ => $.remove),
          endpoint: cameras.remove,
          onClick: () =>
            confirmRemoved(
              {
                title: t($ => $.ask.remove, { name }),
                says: t($ => $.consequence.remove),
                ok: t($ => $.remove),
              },
              () => call(cameras.remove, { params }),
            ),
        },
      ]}
    />
  )
}
