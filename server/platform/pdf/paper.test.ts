import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import { page as sheet, writePaper } from './paper.ts'

/** A paper with these lines: the text a reader finds in it, and the numbers of the drawn glyphs. */
async function written(lines: readonly string[], width?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'smart-farm-paper-'))
  const path = join(folder, 'paper.pdf')
  try {
    await writePaper(path, { title: 'Names', language: 'en-US', made: '' }, async paper => {
      paper.addPage()
      for (const [i, line] of lines.entries())
        if (width) paper.paragraph(line, sheet.left, 40 + i * 20, { width })
        else paper.write(line, sheet.left, 40 + i * 20)
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

test('rare characters of names are written as they are: 𠮷 and 㐂, and the letters of Europe', async () => {
  const lines = ['𠮷野家 㐂 䶮 𬭎', 'ñ ß Łódź Iğdır ő', 'Щёлково Київ']
  const { text, codes } = await written(lines)
  for (const line of lines) expect(text).toContain(line)
  expect(codes).not.toContain(BOX)
})

test('a long name of rare characters is broken between them, never inside of one', async () => {
  const { text } = await written(['𠮷'.repeat(60)], 120)
  expect(text.replaceAll(/\s/g, '')).toContain('𠮷'.repeat(60))
  expect(text).not.toContain('?')
})

test('a character that the fonts lack is written as what it stands for, or as unknown', async () => {
  const { text, codes } = await written(['①Ⅲ ≥ 5 ℃', 'مزرعة 🐔'])
  for (const line of ['①Ⅲ >= 5 ℃', '????? ?']) expect(text).toContain(line)
  expect(codes).not.toContain(BOX)
})

test('papers share one copy of the fonts: the fifth holds no more memory than the first', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const held = async () => {
    await written(['䶮先生 𠮷野 𬭎'])
    collect()
    return process.memoryUsage().arrayBuffers / 1e6
  }
  const first = await held()
  for (let i = 0; i < 3; i++) await held()
  // Less than a tenth of the font.
  expect((await held()) - first).toBeLessThan(1.6)
})
