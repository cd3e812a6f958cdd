import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorkbook } from '#server/platform/excel/write-workbook.ts'

/** An Excel file for an import, with field names as column titles. */
export async function workbookOf(
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'smart-farm-bench-'))
  const path = join(folder, 'rows.xlsx')
  const isText = (at: number) => typeof rows[0]?.[at] === 'string'
  const columns = titles.map((title, i) => ({
    title,
    kind: isText(i) ? ('text' as const) : ('number' as const),
  }))
  try {
    await writeWorkbook(path, [{ name: 'Rows', columns, rows: [rows.map(row => [...row])] }], 'UTC')
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
