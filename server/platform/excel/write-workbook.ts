import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Language } from '#shared/text.ts'
import { instantSerials } from './serial.ts'
import type { Sheet } from './sheet.ts'
import { sheetXml } from './sheet-xml.ts'
import { stylesIn } from './styles.ts'
import { xmlText } from './xml.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Fast rather than small: lists compress well at any level. */
const LEVEL = 3
/** Excel refuses these characters in a sheet's name, and names over 31 characters. */
const SHEET_NAME = { forbidden: /[[\]:*?/\\]/g, max: 31 }

const sheetName = (name: string) => name.replace(SHEET_NAME.forbidden, ' ').slice(0, SHEET_NAME.max)

/** The parts of the file other than its sheets. */
function frame(sheets: readonly Sheet[], language: Language): Record<string, string> {
  const each = (part: (sheet: Sheet, number: number) => string) =>
    sheets.map((sheet, i) => part(sheet, i + 1)).join('')
  const styles = sheets.length + 1
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MAIN}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${each(({ name }, n) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesIn(language),
  }
}

/**
 * Writes an Excel file row by row, so that memory does not grow with the number of rows. Instants are written as clocks
 * in the zone show them, dates in the language's format. Rejects if a row source fails, leaving the file unfinished.
 */
export async function writeWorkbook(
  path: string,
  sheets: readonly Sheet[],
  timeZone: string,
  language: Language = 'en-US',
): Promise<void> {
  const zip = new ZipFile()
  const serial = instantSerials(timeZone)
  for (const [name, text] of Object.entries(frame(sheets, language))) zip.addBuffer(Buffer.from(text), name)
  const failed = new Promise<never>((_, reject) => {
    zip.on('error', reject)
    for (const [i, sheet] of sheets.entries()) {
      const xml = Readable.from(sheetXml(sheet, serial), { objectMode: false })
      // The archive does not notice when its source fails.
      xml.on('error', reject)
      zip.addReadStream(xml, `xl/worksheets/sheet${i + 1}.xml`, { compressionLevel: LEVEL })
    }
  })
  zip.end()
  const stopped = new AbortController()
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), {
    signal: stopped.signal,
  })
  try {
    await Promise.race([written, failed])
  } catch (error) {
    stopped.abort()
    await written.catch(() => {})
    throw error
  }
}
