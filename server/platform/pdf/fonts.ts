import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

/** Weights of Noto Sans SC used on pages, under the OFL. */
const weights = { plain: 400, strong: 600 } as const
export type Weight = keyof typeof weights

/** Parts of the font: Latin letters and some 7,700 Chinese characters, then what names in other alphabets need. */
const parts = ['chinese-simplified', 'latin-ext', 'vietnamese', 'cyrillic'] as const
/** Another font, under the OFL, for the rare characters of names of people and places: some 32,000, of any weight. */
const rare = { package: '@fontsource/lxgw-wenkai', file: 'lxgw-wenkai-latin-500' }

export interface Font {
  name: string
  /** The file that PDF embeds. */
  file: Buffer
  /** Code points it has a glyph for. */
  signs: ReadonlySet<number>
}

const unpacked = new Map<string, Font>()

/** The parts of the font in the order they are searched for a character; each is read on first use. */
export function* fontsOf(weight: Weight): Generator<Font> {
  for (const part of parts)
    yield once(
      `${part}-${weights[weight]}`,
      `@fontsource/noto-sans-sc/files/noto-sans-sc-${part}-${weights[weight]}`,
    )
  yield once(rare.file, `${rare.package}/files/${rare.file}`)
}

function once(name: string, file: string): Font {
  const font = unpacked.get(name) ?? read(name, file)
  unpacked.set(name, font)
  return font
}

function read(name: string, of: string): Font {
  const path = import.meta.resolve(`${of}-normal.woff`)
  const { file, tables } = unpackWoff(readFileSync(fileURLToPath(path)))
  return { name, file, signs: signsIn(tables.get('cmap') ?? Buffer.alloc(0)) }
}

/** Code points of a `cmap` table: segments of the basic plane (format 4), which every font has, and groups of all (12). */
function signsIn(cmap: Buffer): Set<number> {
  const signs = new Set<number>()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const at = cmap.readUInt32BE(8 + i * 8)
    const format = cmap.readUInt16BE(at)
    if (format === 4) addSegments(cmap, at, signs)
    if (format === 12) addGroups(cmap, at, signs)
  }
  return signs
}

function addSegments(cmap: Buffer, at: number, signs: Set<number>): void {
  const size = cmap.readUInt16BE(at + 6)
  for (let segment = 0; segment < size; segment += 2) {
    const last = cmap.readUInt16BE(at + 14 + segment)
    const first = cmap.readUInt16BE(at + 16 + size + segment)
    for (let sign = first; sign <= last && sign < 0xff_ff; sign++) signs.add(sign)
  }
}

function addGroups(cmap: Buffer, at: number, signs: Set<number>): void {
  for (let group = 0; group < cmap.readUInt32BE(at + 12); group++) {
    const [first, last] = [16, 20].map(from => cmap.readUInt32BE(at + from + group * 12)) as [number, number]
    for (let sign = first; sign <= last; sign++) signs.add(sign)
  }
}

/** Bytes of the headers and of one directory entry, in WOFF 1.0 and in the TrueType file inside. */
const WOFF = { head: 44, entry: 20, tables: 12 }
const TRUETYPE = { head: 12, entry: 16, tables: 4 }

/**
 * The TrueType file inside a WOFF file, each table inflated once. The library that embeds fonts reads WOFF too, but
 * inflates a table anew for every glyph.
 */
function unpackWoff(woff: Buffer): { file: Buffer; tables: ReadonlyMap<string, Buffer> } {
  const count = woff.readUInt16BE(WOFF.tables)
  const head = Buffer.alloc(TRUETYPE.head + count * TRUETYPE.entry)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, TRUETYPE.tables)
  const tables = new Map<string, Buffer>()
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
    tables.set(woff.toString('latin1', from, from + 4), table)
    place += table.length
  }
  return { file: Buffer.concat([head, ...tables.values()]), tables }
}
