import { posix } from 'node:path'
import { withinCell } from './cell.ts'
import { parseXml } from './parse-xml.ts'
import { type Parts, UnreadableFile } from './unpack.ts'
import { plainText } from './xml.ts'

const WORKBOOK = 'xl/workbook.xml'

export interface SheetPart {
  name: string
  path: string
  /** Dates count in the old Macintosh calendar. */
  is1904: boolean
}

/** Where the visible sheets are, in their order: at least one. Throws UnreadableFile. */
export async function findSheets(parts: Parts): Promise<[SheetPart, ...SheetPart[]]> {
  const sheets: { name: string; id: string | undefined }[] = []
  let is1904 = false
  await parseXml(parts, WORKBOOK, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return
      const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1]
      sheets.push({ name: attributes.name ?? '', id })
    },
  })
  const targets = new Map<string, string>()
  await parseXml(parts, 'xl/_rels/workbook.xml.rels', {
    open: (tag, { Id = '', Target = '' }) => {
      if (tag === 'Relationship') targets.set(Id, Target)
    },
  })
  const found = sheets.flatMap(({ name, id }): SheetPart[] => {
    const target = targets.get(id ?? '')
    // A sheet of nothing but a chart has no cells.
    if (!target || target.includes('chartsheets/')) return []
    const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
    return [{ name, path, is1904 }]
  })
  const [first, ...others] = found
  if (!first) throw new UnreadableFile('notExcel')
  return [first, ...others]
}

/** The shared texts that cells refer to by number, without phonetic guides. */
export async function readSharedTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = []
  if (!parts.open('xl/sharedStrings.xml')) return texts
  let [text, isText, guides] = ['', false, 0]
  await parseXml(parts, 'xl/sharedStrings.xml', {
    open: tag => {
      if (tag === 'si') text = ''
      if (tag === 'rPh') guides += 1
      isText = tag === 't' && guides === 0
    },
    text: piece => {
      if (isText) text = withinCell(text, piece)
    },
    close: tag => {
      if (tag === 't') isText = false
      if (tag === 'rPh') guides -= 1
      if (tag === 'si') texts.push(plainText(text))
    },
  })
  return texts
}

/** Excel's built-in date formats; ECMA-376, 18.8.30, and those of East Asian editions. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58)

/** Whether a format shows a date; quoted, escaped and bracketed parts do not count. */
const isDateFormat = (code: string) =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').replace(/general/gi, ''))

/** For each cell format of the workbook, by index: whether it shows a date. */
export async function readDateStyles(parts: Parts): Promise<boolean[]> {
  const own = new Map<number, boolean>()
  const styles: boolean[] = []
  if (!parts.open('xl/styles.xml')) return styles
  let isCellFormats = false
  await parseXml(parts, 'xl/styles.xml', {
    open: (tag, { numFmtId = '0', formatCode = '' }) => {
      if (tag === 'numFmt') own.set(Number(numFmtId), isDateFormat(formatCode))
      if (tag === 'cellXfs') isCellFormats = true
      if (tag === 'xf' && isCellFormats)
        styles.push(own.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)))
    },
    close: tag => {
      if (tag === 'cellXfs') isCellFormats = false
    },
  })
  return styles
}
