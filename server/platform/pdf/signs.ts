import { type Font, fontsOf, type Weight } from './fonts.ts'

/** Signs that the font has no glyph for, and what is written instead. */
const replaced: Readonly<Record<string, string>> = {
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '→': '›',
  '≥': '>=',
  '≤': '<=',
  '●': '•',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
}
const UNKNOWN = '?'

/** The part of the font that has a sign. */
function fontWith(sign: string, weight: Weight): Font | undefined {
  const code = sign.codePointAt(0) ?? 0
  for (const font of fontsOf(weight)) if (font.signs.has(code)) return font
  return undefined
}

const isDrawn = (sign: string) => fontWith(sign, 'plain') !== undefined

/** A sign that can be drawn: as it is, without its marks, or one that says that it is not known. */
function drawable(sign: string): string {
  if (isDrawn(sign)) return sign
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare !== '' && [...bare].every(isDrawn) ? bare : UNKNOWN
}

/** A text with the signs there are. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC').replace(/\p{Cc}/gu, ' '), sign => replaced[sign] ?? drawable(sign)).join(
    '',
  )

/** A printable text in the pieces that one part of the font writes. */
export function runsOf(text: string, weight: Weight): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const sign of text) {
    const font = fontWith(sign, weight)
    if (!font) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += sign
    else runs.push({ font, text: sign })
  }
  return runs
}
