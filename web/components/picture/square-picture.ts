import { PICTURE_SIDE } from '#shared/pictures.ts'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const QUALITY = 0.88
const LIGHT = '#ffffff'
const DARK = '#14191f'
/** Pixels per side to sample: enough to tell whether a picture is light. */
const GLANCE = 64
/** Above this share of white the drawing would be lost on white. */
const NEARLY_WHITE = 0.8

const newPen = (side: number) => {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser cannot draw')
  return { canvas, pen }
}

/** The background for a picture where it is transparent: white, or dark if it was drawn in white for a dark page. */
export async function groundOf(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const { pen } = newPen(GLANCE)
  pen.drawImage(bitmap, 0, 0, GLANCE, GLANCE)
  bitmap.close()
  const { data } = pen.getImageData(0, 0, GLANCE, GLANCE)
  let drawn = 0
  let white = 0
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4)
    drawn += alpha
    white += (alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)) / 255
  }
  const isOpaque = drawn === 255 * GLANCE * GLANCE
  return !isOpaque && drawn > 0 && white / drawn > NEARLY_WHITE ? DARK : LIGHT
}

/**
 * A part of a picture as a small square JPEG, redrawn so that no camera metadata goes along. Where the part lies outside the
 * picture or is transparent, it has the colour of its ground.
 */
export async function squareOf(
  file: Blob,
  { x, y, width, height }: Area,
  ground: string,
): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(file)
  const { canvas, pen } = newPen(PICTURE_SIDE)
  pen.fillStyle = ground
  pen.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, x, y, width, height, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
  bitmap.close()
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('the browser cannot write a JPEG')
  return new Uint8Array(await blob.arrayBuffer())
}
