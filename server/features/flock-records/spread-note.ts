import { type RecordNumber, recordLabels, recordNumbers } from '#shared/flocks.ts'
import { type Language, languages, text } from '#shared/text.ts'
import type { Spread } from '../../farm/own-file/file-day.ts'

/** Amounts of several days of which a day of a file has its share, by field. */
export type SpreadFields = Partial<Record<RecordNumber, Spread>>

/** What a row of a file says of that; in its values, so that it is still known when the row is written. */
export const spreadIn = ({ spread }: Readonly<Record<string, unknown>>): SpreadFields => spread ?? {}

const opening = text('合计平均分摊：', 'Spread evenly: ')
const openings = languages.map(language => opening[language])
const opens = (line: string): boolean => openings.some(each => line.startsWith(each.trim()))

/** Whether the note of a day says that it has only its share of several days. */
export const isSpread = (note: string): boolean => note.split('\n').some(opens)

/** The note of a day with what is spread over it, in place of what was said of that before. */
export function withSpread(note: string, spread: SpreadFields, language: Language): string {
  const fields = Object.entries(spread) as [RecordNumber, Spread][]
  if (fields.length === 0) return note
  const said = fields.map(([field, { sum, from, to }]) => {
    const amount = [recordLabels[field][language], sum, recordNumbers[field].unit].filter(each => each !== '')
    return `${amount.join(' ')} (${from} – ${to})`
  })
  const others = note.split('\n').filter(line => line !== '' && !opens(line))
  return [...others, `${opening[language]}${said.join(language === 'zh-CN' ? '；' : '; ')}`].join('\n')
}
