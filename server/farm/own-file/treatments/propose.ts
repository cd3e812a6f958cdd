import type { FileColumn, FileLayout, FileSheet } from '#shared/file-layout.ts'
import type { ReadSheet } from '../../../platform/excel/read-workbook.ts'
import { textOf } from '../../../platform/jobs/read-import.ts'
import { gridOf, nameOfColumn } from '../grid.ts'
import { dayColumnOf, headOf } from '../heads.ts'
import type { Place } from '../places.ts'
import { houseOfSheet, orderOf } from '../propose.ts'
import { treatmentUse } from './words.ts'

/** How a list of medicines and vaccinations that nobody has seen before is read, by its titles and values. */
export const proposeTreatments = (sheets: readonly ReadSheet[], places: readonly Place[]): FileLayout => ({
  sheets: sheets.map(sheet => proposeSheet(sheet, places)),
  dates: orderOf(sheets),
  bagKg: null,
})

function proposeSheet(read: ReadSheet, places: readonly Place[]): FileSheet {
  const grid = gridOf(read)
  const head = headOf(grid, cell => typeof cell === 'string' && treatmentUse(cell) !== null)
  const found = dayColumnOf(head.columns)
  const columns = head.columns.map(({ index, title, group, values }): FileColumn => {
    const isDay = index === found?.column.index
    const named = treatmentUse(title) ?? treatmentUse(group)
    const use = isDay ? (found?.way ?? null) : named === 'day' || named === 'age' ? null : named
    return {
      at: nameOfColumn(grid, index),
      title: [group, title].filter(Boolean).join(' · ').slice(0, 120),
      use: use === 'week' ? null : use,
      unit: null,
      isCumulative: false,
      house: null,
      dayOffset: null,
      problem: use === null ? 'unknown' : null,
      samples: values.slice(0, 3).map(cell => textOf(cell).slice(0, 40)),
    }
  })
  const has = (use: string) => columns.some(column => column.use === use)
  return {
    name: read.name,
    isUsed: found !== null && found.way !== 'week' && has('name'),
    isAcross: false,
    head: head.row + 1,
    house: houseOfSheet(grid, head, places),
    columns: onceEach(columns),
  }
}

/** Of two columns for one thing nobody but their owner knows the right one. */
const onceEach = (columns: readonly FileColumn[]): FileColumn[] =>
  columns.map(column =>
    column.use !== null && columns.filter(({ use }) => use === column.use).length > 1
      ? { ...column, use: null, problem: 'twice' }
      : column,
  )
