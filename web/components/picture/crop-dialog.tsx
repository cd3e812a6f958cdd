import { Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/data/announcements.ts'
import { useScreen } from '../screen-context.tsx'
import { useSubmit } from '../use-submit.ts'
import type { PictureUse } from './picture-field.tsx'
import { groundOf, squareOf } from './square-picture.ts'

const NEAREST = 4
/** How far one can zoom into a logo: one this many times as wide as high can show its mark alone. */
const LOGO_NEAREST = 12
/** The square a logo is cropped to, on a phone too. px */
const SQUARE = { width: 280, height: 280 }

interface Props extends PictureUse {
  file: File
  close: () => void
}

/** Moves and enlarges a picture under a circle or square; what lies inside is kept. */
export function CropDialog({ words, shape, save, file, close }: Props) {
  const { t: word } = useTranslation('components')
  const { frame } = useScreen()
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const isCircle = shape === 'circle'
  const [farthest, setFarthest] = useState(1)
  const nearest = isCircle ? NEAREST : farthest * LOGO_NEAREST
  const ground = useGround(file)
  const { busy, submit } = useSubmit({ success: words.saved })
  const unreadable = () => {
    announce({ kind: 'error', title: words.wrong, text: words.hint })
    close()
  }
  const use = async () => {
    if (!area) return
    const body = await squareOf(file, area, ground).catch(() => null)
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
      <div className="crop" style={isCircle ? undefined : { background: ground }}>
        {url && (
          <Cropper
            image={url}
            aspect={1}
            cropShape={isCircle ? 'round' : 'rect'}
            {...(!isCircle && { cropSize: SQUARE })}
            showGrid={false}
            restrictPosition={isCircle}
            minZoom={farthest}
            onMediaLoaded={({ width, height }) => {
              if (isCircle) return
              // All of a logo is in the square until the user crops it.
              const whole = SQUARE.width / Math.max(width, height)
              setFarthest(whole)
              setZoom(whole)
            }}
            crop={crop}
            zoom={zoom}
            maxZoom={nearest}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            mediaProps={{ onError: unreadable }}
          />
        )}
      </div>
      <Slider
        min={farthest}
        max={nearest}
        step={0.05}
        value={zoom}
        onChange={setZoom}
        ariaLabelForHandle={words.zoom}
        tooltip={{ open: false }}
      />
    </Modal>
  )
}

/** Colour behind and around the picture; white until known. */
function useGround(file: File): string {
  const [ground, setGround] = useState('#ffffff')
  useEffect(() => {
    let isLeft = false
    // A file that is not a picture is refused where it is drawn.
    groundOf(file).then(
      found => isLeft || setGround(found),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [file])
  return ground
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
