import { PICTURE_SIDES } from '#shared/files.ts'
import type { Prepared } from '#web/data/uploads.ts'

const QUALITY = { whole: 0.85, small: 0.78 }
/** A drawing stays sharp as a PNG; anything larger than this was a photo. Bytes */
const DRAWING_BYTES = 1_500_000

const JPEG = 'image/jpeg'
const WHITE = '#ffffff'

/**
 * A picture as sent: no larger than a screen shows, without camera metadata, plus a thumbnail for lists. Fails if the
 * browser cannot read it.
 */
export async function smallerPicture(file: File): Promise<Prepared> {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    const small = await blobOf(drawn(picture, PICTURE_SIDES.small, WHITE), JPEG, QUALITY.small)
    return { content: await wholeOf(file, picture), small: await base64Of(small) }
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function wholeOf(file: File, picture: HTMLImageElement): Promise<Blob> {
  if (file.type !== JPEG) {
    const drawing = await blobOf(drawn(picture, PICTURE_SIDES.whole), 'image/png')
    if (drawing.size <= DRAWING_BYTES) return drawing
  }
  return blobOf(drawn(picture, PICTURE_SIDES.whole, WHITE), JPEG, QUALITY.whole)
}

/** Redraws the picture with no side longer than `side`; transparent parts get the ground. */
function drawn(picture: HTMLImageElement, side: number, ground?: string): HTMLCanvasElement {
  const { naturalWidth, naturalHeight } = picture
  const scale = Math.min(1, side / Math.max(naturalWidth, naturalHeight, 1))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(naturalHeight * scale))
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser cannot draw')
  pen.imageSmoothingQuality = 'high'
  if (ground) {
    pen.fillStyle = ground
    pen.fillRect(0, 0, canvas.width, canvas.height)
  }
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> =>
  new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no picture'))), type, quality),
  )

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
