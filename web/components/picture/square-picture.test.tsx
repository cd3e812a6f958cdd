import { expect, test } from 'vitest'
import { groundOf, squareOf } from './square-picture.ts'

/** A wide picture with a bar in the middle, on transparency or on a colour. */
async function wide(bar: string, behind?: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 600, height: 150 })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('the browser cannot draw')
  if (behind) {
    pen.fillStyle = behind
    pen.fillRect(0, 0, 600, 150)
  }
  pen.fillStyle = bar
  pen.fillRect(100, 50, 400, 50)
  return new Promise((done, failed) =>
    canvas.toBlob(blob => (blob ? done(blob) : failed(new Error('no picture')))),
  )
}

/** The lightness of the corner and the middle of the stored picture, from 0 to 255. */
async function keptOf(file: Blob): Promise<{ corner: number; middle: number }> {
  const whole = { x: 0, y: -225, width: 600, height: 600 }
  const bitmap = await createImageBitmap(
    new Blob([new Uint8Array(await squareOf(file, whole, await groundOf(file)))]),
  )
  const canvas = Object.assign(document.createElement('canvas'), {
    width: bitmap.width,
    height: bitmap.height,
  })
  const pen = canvas.getContext('2d')
  pen?.drawImage(bitmap, 0, 0)
  const at = (x: number, y: number) => pen?.getImageData(x, y, 1, 1).data[1] ?? Number.NaN
  return { corner: at(2, 2), middle: at(bitmap.width / 2, bitmap.height / 2) }
}

test('a logo drawn in white for a dark page gets a dark ground, every other a white one', async () => {
  const white = await keptOf(await wide('#ffffff'))
  expect(white.corner).toBeLessThan(60)
  expect(white.middle).toBeGreaterThan(240)
  const green = await keptOf(await wide('#0b6e4f'))
  expect(green.corner).toBeGreaterThan(240)
  expect(green.middle).toBeLessThan(130)
  const onPaper = await keptOf(await wide('#0b6e4f', '#ffffff'))
  expect(onPaper.corner).toBeGreaterThan(240)
})
