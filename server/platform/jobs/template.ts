import { boundText, type Reader } from '#shared/units.ts'
import type { CellValue } from '../excel/cell.ts'
import type { Sheet, SheetColumn } from '../excel/sheet.ts'
import { isTextKey, say } from '../http/texts.ts'
import type { ImportColumn, ListImport } from './sheet-parts.ts'
import { listed, titleFor, wordOf } from './sheet-words.ts'

/** A bound inside a text, in its metric unit: `{least 1 m}`. */
const BOUND = /\{(least|most) ([\d.]+) ([^}]+)\}/g

/** A column's own text on what to enter; null without one. */
export function helpText(list: string, { field, help }: ImportColumn, reader: Reader): string | null {
  if (help) return help(reader.language, reader.units) || null
  const key = `help.${list}.${field}`
  if (!isTextKey(key)) return null
  return say(reader.language, key).replace(BOUND, (_, end: 'least' | 'most', bound: string, unit: string) =>
    boundText(Number(bound), end, unit, reader),
  )
}

/** What to enter into a column: its own text, else its choices, else empty. */
function helpOf(list: string, column: ImportColumn, reader: Reader): string {
  const { words, choices, isList } = column
  const { language } = reader
  const own = helpText(list, column, reader)
  if (own !== null) return own
  if (!words || !choices) return ''
  const values = listed(
    choices.map(choice => wordOf(words, choice, language)),
    language,
  )
  return say(language, [isList ? 'field.choices' : 'field.choice', { values }])
}

/** Most characters Excel shows of a hint; the help sheet has all of it. */
const HINT_MAX = 255
const asHint = (help: string): string =>
  help.length <= HINT_MAX ? help : `${help.slice(0, help.lastIndexOf(' ', HINT_MAX - 1))}…`

/** The template's columns: required ones marked, choices offered, help when a cell is selected. */
export const templateColumns = (list: string, { columns }: ListImport, reader: Reader): SheetColumn[] =>
  columns.map(column => templateColumn(list, column, reader))

/** One of them. */
export function templateColumn(list: string, column: ImportColumn, reader: Reader): SheetColumn {
  const { kind, words, choices, isRequired, isList, width } = column
  return {
    title: `${titleFor(list, column, reader)}${isRequired ? ' *' : ''}`,
    kind,
    ...(width !== undefined && { width }),
    help: asHint(helpOf(list, column, reader)),
    ...(words &&
      choices &&
      !isList && { choices: choices.map(choice => wordOf(words, choice, reader.language)) }),
  }
}

const wantedOf = ({ isRequired, isRequiredOfNew }: ImportColumn) =>
  isRequired ? 'import.required' : isRequiredOfNew ? 'import.requiredOfNew' : 'import.optional'

/** What the columns mean, on a separate sheet. */
export function helpSheet(list: string, { columns }: ListImport, reader: Reader): Sheet {
  const { language } = reader
  const rows: CellValue[][] = columns.map(column => [
    titleFor(list, column, reader),
    say(language, wantedOf(column)),
    helpOf(list, column, reader),
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
