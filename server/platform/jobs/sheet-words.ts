import type { Choices } from '#shared/choices.ts'
import type { Language } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import { isTextKey, say } from '../http/texts.ts'
import { type Column, unitOf } from './sheet-parts.ts'

/** Title of a list as a sheet. */
export const sheetTitle = (list: string, language: Language): string => wordOf('sheet', list, language)

/** Title of a column. */
export function titleOf(list: string, field: string, language: Language): string {
  const own = `column.${list}.${field}`
  const key = isTextKey(own) ? own : `column.${field}`
  return isTextKey(key) ? say(language, key) : field
}

/** Title of a column for a reader: with the unit of its values, if any. */
export function titleFor(
  list: string,
  column: Pick<Column, 'field' | 'label' | 'unit'>,
  { language, units }: Reader,
): string {
  const { field, label } = column
  const unit = unitOf(column)
  const title = label ? label[language] : titleOf(list, field, language)
  return unit === undefined ? title : `${title} (${shownUnit(unit, units).unit})`
}

/** Name of a value; the value itself if it has none. */
export function wordOf(words: string | Choices, value: unknown, language: Language): string {
  if (typeof words === 'object') return words[String(value)]?.[language] ?? String(value)
  const key = `${words}.${String(value)}`
  return isTextKey(key) ? say(language, key) : String(value)
}

/** Several words joined for one cell. */
export const listed = (words: readonly string[], language: Language): string =>
  words.join(language === 'zh-CN' ? '、' : ', ')
