const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** Frames that hold the picture's size; of all kinds every browser draws only these two. */
const FRAMES = [0xc0, 0xc2]
/** JFIF and Adobe say how to draw the colours; every other application segment reveals camera, place or program. */
const DRAWN = [0xe0, 0xee]

const isTold = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
/** Within the drawn bytes: a byte 0xff, a restart, or filling. */
const isWithin = (marker: number) => marker === 0 || (marker >= 0xd0 && marker <= 0xd7) || marker === 0xff

/** A picture as it is kept. */
export interface PlainPicture {
  bytes: Uint8Array
  /** Pixels. */
  width: number
  height: number
}

/**
 * The picture without the metadata a camera or program wrote into it (place, time, comments), and without a second picture
 * behind it. Undefined if its content is not a JPEG, is cut off, or is followed by anything else.
 */
export function plainJpeg(file: Uint8Array): PlainPicture | undefined {
  const at = (i: number) => file[i] ?? -1
  const word = (i: number) => at(i) * 256 + at(i + 1)
  if (at(0) !== 0xff || at(1) !== START || word(file.length - 2) !== 0xff00 + END) return undefined
  const kept = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  let hasScan = false
  for (let i = 2; i < file.length; ) {
    const marker = at(i + 1)
    if (at(i) !== 0xff || marker < 0xc0) return undefined
    if (marker === END) {
      kept.push(file.subarray(i, i + 2))
      return hasScan && size ? { ...size, bytes: Buffer.concat(kept) } : undefined
    }
    let next = i + 2 + word(i + 2)
    if (next <= i + 3 || next > file.length) return undefined
    if (FRAMES.includes(marker)) size = { height: word(i + 5), width: word(i + 7) }
    if (marker === SCAN) {
      hasScan = true
      while (next < file.length && !(at(next) === 0xff && !isWithin(at(next + 1)))) next += 1
    }
    if (!isTold(marker) || DRAWN.includes(marker)) kept.push(file.subarray(i, next))
    i = next
  }
  return undefined
}
