import type { PlainPicture } from './plain-jpeg.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
/** What draws the picture, moving ones too; every other chunk tells of a place, a time or a program. PNG, third edition, 4.8 */
const DRAWN = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs acTL fcTL fdAT'.split(' '),
)
/** Length, name and checksum around the content of a chunk. Bytes */
const AROUND = 12

/** The picture without texts and metadata. Undefined if it is no PNG, is cut off, or is followed by anything else. */
export function plainPng(file: Uint8Array): PlainPicture | undefined {
  const view = Buffer.from(file.buffer, file.byteOffset, file.length)
  if (!view.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const kept = [view.subarray(0, SIGNATURE.length)]
  let size: { width: number; height: number } | undefined
  let isDrawn = false
  for (let i = SIGNATURE.length; i + AROUND <= view.length; ) {
    const length = view.readUInt32BE(i)
    const name = view.toString('latin1', i + 4, i + 8)
    const next = i + AROUND + length
    if (next > view.length) return undefined
    // The first chunk is the head, and there is only one.
    if ((name === 'IHDR') !== (size === undefined)) return undefined
    if (name === 'IHDR') {
      if (length !== 13) return undefined
      size = { width: view.readUInt32BE(i + 8), height: view.readUInt32BE(i + 12) }
    }
    isDrawn ||= name === 'IDAT'
    if (DRAWN.has(name)) kept.push(view.subarray(i, next))
    if (name === 'IEND')
      return size && isDrawn && next === view.length ? { ...size, bytes: Buffer.concat(kept) } : undefined
    i = next
  }
  return undefined
}
