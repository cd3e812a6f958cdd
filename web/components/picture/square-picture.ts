import { PICTURE_SIDE } from '#shared/pictures.ts'

interface Area {
  x: number
  y: number
  width: number
  height: number
}

const QUALITY = 0.88

/**
 * A part of a picture as a small square JPEG, drawn anew: nothing of what a camera wrote into the file goes along. What of
 * the part lies outside the picture is white.
 */
export async function squareOf(file: Blob, { x, y, width, height }: Area): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = PICTURE_SIDE
  canvas.height = PICTURE_SIDE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser cannot draw')
  // What is transparent would become black.
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, x, y, width, height, 0, 0, PICTURE_SIDE, PICTURE_SIDE)
  bitmap.close()
  const blob = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!blob) throw new Error('the browser cannot write a JPEG')
  return new Uint8Array(await blob.arrayBuffer())
}
