import type { Language } from '#shared/text.ts'
import type { CellValue } from '../excel/cell.ts'
import type { Sheet, SheetColumn } from '../excel/sheet.ts'
import { isTextKey, say } from '../http/texts.ts'
import { type ImportColumn, type ListImport, listed, titleOf, wordOf } from './list-sheet.ts'

/** What one may enter into a column: its own text, else its choices, else nothing. */
function helpOf(list: string, { field, words, choices, isList }: ImportColumn, language: Language): string {
  const key = `help.${list}.${field}`
  if (isTextKey(key)) return say(language, key)
  if (!words || !choices) return ''
  const values = listed(
    choices.map(choice => wordOf(words, choice, language)),
    language,
  )
  return say(language, [isList ? 'field.choices' : 'field.choice', { values }])
}

/** The columns of the template: required ones marked, choices offered, help where a cell is selected. */
export const templateColumns = (list: string, { columns }: ListImport, language: Language): SheetColumn[] =>
  columns.map(column => {
    const { field, kind, words, choices, isRequired, isList, width } = column
    return {
      title: `${titleOf(list, field, language)}${isRequired ? ' *' : ''}`,
      kind,
      ...(width !== undefined && { width }),
      help: helpOf(list, column, language),
      ...(words && choices && !isList && { choices: choices.map(choice => wordOf(words, choice, language)) }),
    }
  })

/** What the columns mean, on a sheet of its own. */
export function helpSheet(list: string, { columns }: ListImport, language: Language): Sheet {
  const rows: CellValue[][] = columns.map(column => [
    titleOf(list, column.field, language),
    say(language, column.isRequired ? 'import.required' : 'import.optional'),
    helpOf(list, column, language),
  ])
  return {
    name: say(language, 'import.help'),
    columns: [
      { title: say(language, 'import.column'), kind: 'text' },
      { title: say(language, 'import.wanted'), kind: 'text', width: 12 },
      { title: say(language, 'import.help'), kind: 'text', width: 80 },
    ],
    rows: [rows],
  }
}
