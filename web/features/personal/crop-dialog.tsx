import { Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { personal } from '#shared/contracts/personal.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { announce } from '#web/data/announcements.ts'
import { call } from '#web/data/client.ts'
import { showProfile } from './show-profile.ts'
import { squareOf } from './square-picture.ts'

const NEAREST = 4

/** Moves and enlarges a picture under a circle; what lies in it is kept. */
export function CropDialog({ file, close }: { file: File; close: () => void }) {
  const { t } = useTranslation('personal')
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const { busy, submit } = useSubmit({ touches: [], success: t($ => $.avatar.saved) })
  const unreadable = () => {
    announce({ kind: 'error', title: t($ => $.avatar.wrong), text: t($ => $.avatar.hint) })
    close()
  }
  const save = async () => {
    if (!area) return
    const body = await squareOf(file, area).catch(() => null)
    if (!body) return unreadable()
    if (await submit(() => showProfile(call(personal.setAvatar, { body })))) close()
  }
  return (
    <Modal
      open
      title={t($ => $.avatar.crop)}
      okText={t($ => $.avatar.use)}
      cancelText={word($ => $.cancel)}
      confirmLoading={busy}
      okButtonProps={{ disabled: area === null }}
      onOk={() => void save()}
      onCancel={close}
      getContainer={frame}
      mask={{ closable: false }}
      closable={{ 'aria-label': word($ => $.close) }}
    >
      <div className="crop">
        {url && (
          <Cropper
            image={url}
            aspect={1}
            cropShape="round"
            showGrid={false}
            crop={crop}
            zoom={zoom}
            maxZoom={NEAREST}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: unreadable }}
          />
        )}
      </div>
      <Slider
        min={1}
        max={NEAREST}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={t($ => $.avatar.zoom)}
        tooltip={{ open: false }}
      />
    </Modal>
  )
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
