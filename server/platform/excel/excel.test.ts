import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { ZipFile } from 'yazl'
import type { Language } from '#shared/text.ts'
import { zipBomb } from '../../testing/zip-bomb.ts'
import type { CellKind, CellValue } from './cell.ts'
import { readSheets, readWorkbook } from './read-workbook.ts'
import { UnreadableFile } from './unpack.ts'
import { writeWorkbook } from './write-workbook.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'smart-farm-excel-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
async function written(kinds: CellKind[], rows: CellValue[][], timeZone = 'Asia/Shanghai') {
  const path = join(folder, `${++files}.xlsx`)
  const columns = kinds.map((kind, i) => ({ title: `Column ${i + 1}`, kind }))
  await writeWorkbook(path, [{ name: 'Farm', columns, rows: [rows] }], timeZone)
  return path
}
/** Rows as another program reads them, without the header; it truncates what a day's fraction cannot hold exactly. */
const readByOthers = async (path: string) =>
  (await readSheet(path, { trim: false }))
    .slice(1)
    .map(row => row.map(value => (value instanceof Date ? toSecond(value) : value)))
const toSecond = (at: Date) => new Date(Math.round(at.getTime() / 1_000) * 1_000)
const partOf = (path: string, part: string) =>
  import('yauzl').then(async ({ openPromise }) => {
    const zip = await openPromise(path)
    for await (const entry of zip.eachEntry())
      if (entry.fileName === part) {
        let text = ''
        for await (const chunk of await zip.openReadStreamPromise(entry)) text += chunk
        return text
      }
    throw new Error(`no ${part}`)
  })

test('another program reads numbers as numbers, dates as dates and texts as they were', async () => {
  const path = await written(
    ['text', 'number', 'whole', 'date', 'instant'],
    [
      ['00123', 3.25, 12_000, '2026-01-31', '2026-11-20T18:30:00.000Z'],
      ['鸡舍 <1> & "2"\n\u0007 _x0041_', -0.5, null, null, null],
    ],
  )
  expect(await readByOthers(path)).toEqual([
    // Half past two in the morning of the next day in Shanghai: a sheet has no zone.
    ['00123', 3.25, 12_000, new Date('2026-01-31'), new Date('2026-11-21T02:30:00.000Z')],
    ['鸡舍 <1> & "2"\n\u0007 _x0041_', -0.5, null, null, null],
  ])
})

test('a column shows its number of decimals, and its cells keep the whole value', async () => {
  const path = join(folder, 'decimals.xlsx')
  const column = (decimals: number) => ({ title: `With ${decimals}`, kind: 'number' as const, decimals })
  const columns = [column(0), column(2), column(40)]
  await writeWorkbook(path, [{ name: 'Farm', columns, rows: [[[1.25, 1_234.567, 0.5]]] }], 'UTC')
  expect(await readByOthers(path)).toEqual([[1.25, 1_234.567, 0.5]])
  const styles = (await partOf(path, 'xl/styles.xml')) ?? ''
  const formats = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]+)"/g)].map(([, id, code]) => [id, code]),
  )
  const cells = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id)
  expect(styles).toContain(`<numFmts count="${formats.size}">`)
  expect(styles).toContain(`<cellXfs count="${cells.length}">`)
  const sheet = await partOf(path, 'xl/worksheets/sheet1.xml')
  const shown = [...sheet.matchAll(/<c r="[A-C]2" s="(\d+)"/g)].map(([, at]) =>
    formats.get(cells[Number(at)]),
  )
  expect(shown).toEqual(['#,##0', '#,##0.00', '#,##0.000000'])
})

test('a date looks as everywhere else in the language of its reader', async () => {
  const shownIn = async (language: Language) => {
    const path = join(folder, `dates ${language}.xlsx`)
    const columns = (['date', 'instant'] as const).map(kind => ({ title: kind, kind }))
    await writeWorkbook(path, [{ name: 'Farm', columns, rows: [] }], 'UTC', language)
    const styles = (await partOf(path, 'xl/styles.xml')) ?? ''
    return [...styles.matchAll(/formatCode="([^"]*y[^"]*)"/g)].map(([, code]) => code?.replaceAll('\\', ''))
  }
  expect(await shownIn('en-US')).toEqual(['d mmm yyyy', 'd mmm yyyy hh:mm:ss'])
  expect(await shownIn('zh-CN')).toEqual(['yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss'])
})

test('a title that looks like a formula stays a text', async () => {
  const path = join(folder, 'titles.xlsx')
  await writeWorkbook(
    path,
    [{ name: 'Farm', columns: [{ title: '=1+1', kind: 'text' }], rows: [[['a']]] }],
    'UTC',
  )
  const sheet = await partOf(path, 'xl/worksheets/sheet1.xml')
  const styles = (await partOf(path, 'xl/styles.xml')) ?? ''
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf [^>]*>/g)].map(([format]) => format)
  const [, at] = sheet.match(/<c r="A1" s="(\d+)" t="inlineStr">/) ?? []
  expect(formats[Number(at)]).toMatch(/numFmtId="49".*quotePrefix="1"/)
})

test('around a change to or from summer time the hour is that on the farm’s clock', async () => {
  const path = await written(
    ['instant', 'instant'],
    [['2026-03-29T00:59:59.000Z', '2026-03-29T01:00:00.000Z']],
    'Europe/Amsterdam',
  )
  expect(await readByOthers(path)).toEqual([
    [new Date('2026-03-29T01:59:59.000Z'), new Date('2026-03-29T03:00:00.000Z')],
  ])
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://x","y")'])(
  'the text %j stays a text, also after somebody edits it',
  async text => {
    const path = await written(['text'], [[text]])
    expect(await readByOthers(path)).toEqual([[text]])
    const xml = await partOf(path, 'xl/worksheets/sheet1.xml')
    expect(xml).not.toContain('<f')
    expect(xml).toContain('<c r="A2" s="3" t="inlineStr">')
    expect(await partOf(path, 'xl/styles.xml')).toContain('quotePrefix="1"')
  },
)

test('a text longer than a cell is cut, and what is no number stays readable', async () => {
  const path = await written(['text', 'number', 'date'], [['x'.repeat(40_000), 'many', 'some day']])
  const [[text, number, date] = []] = await readByOthers(path)
  expect(String(text)).toHaveLength(32_767)
  expect([number, date]).toEqual(['many', 'some day'])
})

test('a file that cannot be written completely is an error', async () => {
  function* broken(): Generator<CellValue[][]> {
    yield [['a']]
    throw new Error('the database went away')
  }
  const sheet = { name: 'Farm', columns: [{ title: 'A', kind: 'text' as const }], rows: broken() }
  await expect(writeWorkbook(join(folder, 'broken.xlsx'), [sheet], 'UTC')).rejects.toThrow('went away')
})

const cellsOf = async (path: string, rowsMax = 100) => {
  const { rows } = await readWorkbook(readFileSync(path), rowsMax)
  return rows.map(({ number, cells }) => [number, Object.fromEntries(cells)])
}

test('what another program wrote is read: shared texts, numbers, dates, yes and no, gaps', async () => {
  const path = join(folder, 'foreign.xlsx')
  const date = (value: Date) => ({ value, type: Date, format: 'dd/mm/yyyy' as const })
  await writeXlsxFile([
    [{ value: 'Name' }, { value: 'Day' }],
    [],
    [{ value: 'North' }, date(new Date('2026-01-31')), { value: 12.5 }, { value: true }],
    [{ value: 'North' }, null, { value: 7 }],
  ]).toFile(path)
  expect(await cellsOf(path)).toEqual([
    [1, { 0: 'Name', 1: 'Day' }],
    [3, { 0: 'North', 1: { date: '2026-01-31' }, 2: 12.5, 3: true }],
    [4, { 0: 'North', 2: 7 }],
  ])
})

test('what we wrote ourselves is read back', async () => {
  const path = await written(['text', 'whole', 'date'], [['=A _x0041_ \u0007', 7, '2026-02-28']])
  expect((await cellsOf(path))[1]).toEqual([2, { 0: '=A _x0041_ \u0007', 1: 7, 2: { date: '2026-02-28' } }])
})

const xml = (text: string) => `<?xml version="1.0"?>${text}`
/** A workbook with this text as its sheet. */
async function workbook(sheet: string, more: Record<string, string> = {}): Promise<Buffer> {
  const zip = new ZipFile()
  const parts = {
    'xl/workbook.xml': xml('<workbook xmlns:r="r"><sheets><sheet name="S" r:id="a"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': xml('<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>'),
    'xl/s.xml': sheet,
    ...more,
  }
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const reasonOf = (file: Buffer, rowsMax = 100) =>
  readWorkbook(file, rowsMax).then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableFile ? error.reason : error),
  )

test('a formula without a result is told as one, not taken for an empty cell', async () => {
  const row =
    '<row r="2"><c r="A2"><f>1+1</f></c><c r="B2" t="str"><f>""</f><v></v></c><c r="C2"><f t="shared" si="0"/></c></row>'
  const { rows } = await readWorkbook(await workbook(xml(`<x><sheetData>${row}</sheetData></x>`)), 9)
  expect(rows[0]?.cells).toEqual(
    new Map([
      [0, { formula: '=1+1' }],
      [2, { formula: '=' }],
    ]),
  )
})

test('all visible sheets are read, with the blocks of their merged cells', async () => {
  const path = join(folder, 'sheets.xlsx')
  await writeXlsxFile([
    { sheet: 'A', data: [[{ value: 'x', columnSpan: 3 }, null, null]] },
    { sheet: 'B', data: [[{ value: 1 }]] },
  ]).toFile(path)
  const sheets = await readSheets(readFileSync(path), 100)
  expect(sheets.map(({ name, merges }) => [name, merges])).toEqual([
    ['A', [{ top: 1, left: 0, bottom: 1, right: 2 }]],
    ['B', []],
  ])
})

test('a formula counts with its last result, and an error is reported as such', async () => {
  const row =
    '<row r="2"><c r="B2" t="str"><f>A1&amp;"x"</f><v>done</v></c><c r="C2" t="e"><v>#REF!</v></c></row>'
  const { rows } = await readWorkbook(
    await workbook(xml(`<s:x xmlns:s="m"><s:sheetData>${row}</s:sheetData></s:x>`)),
    9,
  )
  expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
    [2, [1, 'done'], [2, { error: '#REF!' }]],
  ])
})

test('a sheet that claims a cell in the last row and column takes no room for the empty ones', async () => {
  const far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c><c r="A1048576"><v>2</v></c></row>'
  const { rows } = await readWorkbook(await workbook(xml(`<x><sheetData>${far}</sheetData></x>`)), 9)
  expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([[1_048_576, [0, 2]]])
})

test('a small file that unpacks to a large one is refused, whatever size it claims', async () => {
  const honest = zipBomb(120 * 1024 * 1024, 120 * 1024 * 1024)
  expect(honest.length).toBeLessThan(200_000)
  expect(await reasonOf(honest)).toBe('tooLarge')
  expect(await reasonOf(zipBomb(120 * 1024 * 1024, 1_000))).toBe('notExcel')
})

test.each([
  ['no archive', Buffer.from('name,type\nNorth,layer')],
  ['an archive of something else', Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64')],
  ['nothing', Buffer.alloc(0)],
])('%s is no workbook', async (_, file) => {
  expect(await reasonOf(file)).toBe('notExcel')
})

test('broken XML and entities that multiply are refused', async () => {
  expect(await reasonOf(await workbook('<x><row>'))).toBe('notExcel')
  const laughs =
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><x><row><c><v>&b;</v></c></row></x>'
  expect(await reasonOf(await workbook(laughs))).toBe('notExcel')
})

test('reading ends at more rows than allowed', async () => {
  const rows = '<row><c><v>1</v></c></row>'.repeat(11)
  expect(await reasonOf(await workbook(xml(`<x><sheetData>${rows}</sheetData></x>`)), 10)).toBe('tooManyRows')
})
