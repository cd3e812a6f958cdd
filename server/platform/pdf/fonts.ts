import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/** Weights of Noto Sans SC that pages are written in: Latin letters and some 7,700 Chinese characters, under the OFL. */
const weights = { plain: 400, strong: 600 } as const
export type Weight = keyof typeof weights

const unpacked = new Map<Weight, Buffer>()

/** A font as PDF embeds it. */
export function fontOf(weight: Weight): Buffer {
  const known = unpacked.get(weight)
  if (known) return known
  const file = `@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-${weights[weight]}-normal.woff`
  const font = unpackWoff(readFileSync(fileURLToPath(import.meta.resolve(file))))
  unpacked.set(weight, font)
  return font
}

/** Bytes of the headers and of one entry of their directories, of WOFF 1.0 and of the TrueType file within. */
const WOFF = { head: 44, entry: 20, tables: 12 }
const TRUETYPE = { head: 12, entry: 16, tables: 4 }

/**
 * A WOFF file as the TrueType file it holds: each table is inflated once. The library that embeds fonts reads WOFF too, but
 * inflates a table anew for every glyph it asks of it.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(WOFF.tables)
  const head = Buffer.alloc(TRUETYPE.head + count * TRUETYPE.entry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, TRUETYPE.tables)
  const tables: Buffer[] = []
  let place = head.length
  for (let i = 0; i < count; i++) {
    const from = WOFF.head + i * WOFF.entry
    const to = TRUETYPE.head + i * TRUETYPE.entry
    const [start, packed, length] = [4, 8, 12].map(at => woff.readUInt32BE(from + at)) as [
      number,
      number,
      number,
    ]
    const stored = woff.subarray(start, start + packed)
    // Tables begin at multiples of four.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(stored) : stored).copy(table)
    woff.copy(head, to, from, from + 4)
    head.writeUInt32BE(woff.readUInt32BE(from + 16), to + 4)
    head.writeUInt32BE(place, to + 8)
    head.writeUInt32BE(length, to + 12)
    tables.push(table)
    place += table.length
  }
  return Buffer.concat([head, ...tables])
}
