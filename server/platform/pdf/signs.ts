import { type Font, fontsOf, type Weight } from './fonts.ts'

/** Characters that the font has no glyph for, and their replacements. */
const replaced: Readonly<Record<string, string>> = {
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '→': '›',
  '≥': '>=',
  '≤': '<=',
  '●': '•',
}
const UNKNOWN = '?'

/** The part of the font that has a character. */
function fontWith(sign: string, weight: Weight): Font | undefined {
  const code = sign.codePointAt(0) ?? 0
  for (const font of fontsOf(weight)) if (font.signs.has(code)) return font
  return undefined
}

const isDrawn = (sign: string) => fontWith(sign, 'plain') !== undefined

/** A drawable character: itself, itself without accents, or a placeholder. */
function drawable(sign: string): string {
  if (isDrawn(sign)) return sign
  const bare = sign.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare !== '' && [...bare].every(isDrawn) ? bare : UNKNOWN
}

/** A text with only drawable characters. */
export const printable = (text: string): string =>
  Array.from(text.normalize('NFC').replace(/\p{Cc}/gu, ' '), sign => replaced[sign] ?? drawable(sign)).join(
    '',
  )

/** A printable text, split into pieces that each need only one part of the font. */
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
