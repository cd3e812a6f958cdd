import type { PlainPicture } from './plain-jpeg.ts'

/** What draws the picture, moving ones too; EXIF and XMP tell of a place, a time or a program. RFC 9649 */
const DRAWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
/** Of the extended head: that there are EXIF and XMP. */
const TOLD = 0x08 | 0x04
const HEAD = 12

type Size = { width: number; height: number }

/** Sizes by the chunk that tells them; undefined if its content is none. */
const sizes: Readonly<Record<string, (content: Buffer) => Size | undefined>> = {
  VP8X: content =>
    content.length === 10
      ? { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 }
      : undefined,
  'VP8 ': content =>
    content.length > 10 && content.readUIntBE(3, 3) === 0x9d012a
      ? { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff }
      : undefined,
  VP8L: content => {
    if (content.length <= 5 || content[0] !== 0x2f) return undefined
    const bits = content.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  },
}

/** The picture without metadata. Undefined if it is no WebP, is cut off, or is followed by anything else. */
export function plainWebp(file: Uint8Array): PlainPicture | undefined {
  const view = Buffer.from(file.buffer, file.byteOffset, file.length)
  const isWebp = view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, HEAD) === 'WEBP'
  if (!isWebp || view.length <= HEAD || view.readUInt32LE(4) + 8 !== view.length) return undefined
  const kept: Buffer[] = []
  let size: Size | undefined
  let isDrawn = false
  for (let i = HEAD; i < view.length; ) {
    if (i + 8 > view.length) return undefined
    const name = view.toString('latin1', i, i + 4)
    const length = view.readUInt32LE(i + 4)
    const next = i + 8 + length + (length % 2)
    if (next > view.length) return undefined
    const chunk = Buffer.from(view.subarray(i, next))
    const sizeOf = sizes[name]
    if (sizeOf) {
      const own = sizeOf(chunk.subarray(8, 8 + length))
      if (!own) return undefined
      // The extended head stands first and counts for all.
      size ??= own
    }
    isDrawn ||= name === 'VP8 ' || name === 'VP8L' || name === 'ANMF'
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~TOLD
    if (DRAWN.has(name)) kept.push(chunk)
    i = next
  }
  if (!size || !isDrawn) return undefined
  const content = Buffer.concat(kept)
  const head = Buffer.from(view.subarray(0, HEAD))
  head.writeUInt32LE(content.length + 4, 4)
  return { ...size, bytes: Buffer.concat([head, content]) }
}
