import { type Language, languages } from './text.ts'

/** Most templates: whoever answers sees all of them in one list. */
export const TEMPLATES_MOST = 200

/** What a template can name, by the word in braces that stands for it in each language. */
export const placeholders = {
  farm: { 'zh-CN': '农场', 'en-US': 'farm' },
  house: { 'zh-CN': '鸡舍', 'en-US': 'house' },
  person: { 'zh-CN': '姓名', 'en-US': 'person' },
} as const
export type Placeholder = keyof typeof placeholders

/** What a ticket is about; null: it names none. */
export type Named = Readonly<Record<Placeholder, string | null>>

/**
 * A template's text for a ticket, whichever language its places are named in. A place the ticket says nothing of stays as it
 * is, for whoever answers to fill in.
 */
export function filledTemplate(text: string, named: Named): string {
  let filled = text
  for (const [name, words] of Object.entries(placeholders)) {
    const value = named[name as Placeholder]
    if (value !== null)
      for (const language of languages) filled = filled.replaceAll(`{${words[language]}}`, () => value)
  }
  return filled
}

/** The places of a language as they are written: `{farm}, {house}, {person}`. */
export const placesOf = (language: Language): string =>
  Object.values(placeholders)
    .map(words => `{${words[language]}}`)
    .join(language === 'zh-CN' ? '、' : ', ')
