import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { page as sheet, writePaper } from './paper.ts'

/** A paper with these lines: the text a reader finds in it, and the numbers of the drawn glyphs. */
async function written(lines: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'smart-farm-paper-'))
  const path = join(folder, 'paper.pdf')
  try {
    await writePaper(path, { title: 'Names', language: 'en-US', made: '' }, async paper => {
      paper.addPage()
      for (const [i, line] of lines.entries()) paper.write(line, sheet.left, 40 + i * 20)
    })
    const document = await getDocumentProxy(new Uint8Array(await readFile(path)))
    const { OPS } = await getResolvedPDFJS()
    const { fnArray, argsArray } = await (await document.getPage(1)).getOperatorList()
    const glyphs = fnArray.flatMap((drawn, i) => (drawn === OPS.showText ? argsArray[i][0] : []))
    const codes = glyphs.flatMap((glyph: { originalCharCode?: number }) => glyph.originalCharCode ?? [])
    const { text } = await extractText(document, { mergePages: true })
    return { text, codes }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Every font's box for a missing glyph. */
const BOX = 0

test('names in other alphabets are written with glyphs of the font', async () => {
  const lines = ['Đặng Thị Hoà 养殖场', 'Qīngdǎo, Çanakkale', 'Иван Петров', '喆堃 98 °C 45 m²']
  const { text, codes } = await written(lines)
  for (const line of lines) expect(text).toContain(line)
  expect(codes).not.toContain(BOX)
  expect(codes.length).toBeGreaterThan(60)
})

test('a character that the font lacks is written without its accents, as what it stands for, or as unknown', async () => {
  const { text, codes } = await written(['①Ⅲ ≥ 5 ℃', 'Łódź, Iğdır', 'مزرعة 🐔'])
  for (const line of ['1III >= 5 °C', 'Lódz, Igdir', '????? ?']) expect(text).toContain(line)
  expect(codes).not.toContain(BOX)
})
