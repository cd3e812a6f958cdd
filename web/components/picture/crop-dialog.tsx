import { Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/data/announcements.ts'
import { useScreen } from '../screen-context.tsx'
import { useSubmit } from '../use-submit.ts'
import type { PictureUse } from './picture-field.tsx'
import { squareOf } from './square-picture.ts'

const NEAREST = 4
/** A logo that is this many times as wide as high still fits into its square. */
const WIDEST = 8

interface Props extends PictureUse {
  file: File
  close: () => void
}

/** Moves and enlarges a picture under a circle or square; what lies in it is kept. */
export function CropDialog({ words, shape, save, file, close }: Props) {
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const isCircle = shape === 'circle'
  const { busy, submit } = useSubmit({ touches: [], success: words.saved })
  const unreadable = () => {
    announce({ kind: 'error', title: words.wrong, text: words.hint })
    close()
  }
  const use = async () => {
    if (!area) return
    const body = await squareOf(file, area).catch(() => null)
    if (!body) return unreadable()
    if (await submit(() => save(body))) close()
  }
  return (
    <Modal
      open
      title={words.crop}
      okText={words.use}
      cancelText={word($ => $.cancel)}
      confirmLoading={busy}
      okButtonProps={{ disabled: area === null }}
      onOk={() => void use()}
      onCancel={close}
      getContainer={frame}
      mask={{ closable: false }}
      closable={{ 'aria-label': word($ => $.close) }}
    >
      <div className="crop" data-shape={shape}>
        {url && (
          <Cropper
            image={url}
            aspect={1}
            cropShape={isCircle ? 'round' : 'rect'}
            showGrid={false}
            restrictPosition={isCircle}
            minZoom={isCircle ? 1 : 1 / WIDEST}
            onMediaLoaded={({ width, height }) => {
              // All of a logo is in the square until somebody cuts it.
              if (!isCircle) setZoom(Math.min(width, height) / Math.max(width, height))
            }}
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
        min={isCircle ? 1 : 1 / WIDEST}
        max={NEAREST}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={words.zoom}
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
