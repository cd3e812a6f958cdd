import { dateOf } from '#shared/dates.ts'
import type { Language, Text } from '#shared/text.ts'
import english from '../texts/en-US.json' with { type: 'json' }
import chinese from '../texts/zh-CN.json' with { type: 'json' }

export type TextKey = keyof typeof english
export type TextValues = Readonly<Record<string, string | number>>
/**
 * A server text, by its key or written out, with the values for its `{places}`; values that differ by language, such as
 * names, come in both.
 */
export type Message =
  | TextKey
  | Text
  | readonly [TextKey | Text, Readonly<Record<string, string | number | Text>>]

const texts: Record<Language, Record<TextKey, string>> = { 'en-US': english, 'zh-CN': chinese }

/** Fills `{name}` from the values; a place without a value disappears. */
export const fill = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  })

/** A calendar day; 0000-00-00 may be something else's name. */
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))

/** The values with calendar days written in the language's format. */
export const withDays = <V>(
  values: Readonly<Record<string, V>>,
  language: Language,
): Record<string, V | string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isDay(value) ? dateOf(value, language) : value]),
  )

/** A server text in the reader's language, its `{places}` unfilled. */
export const template = (language: Language, key: TextKey): string => texts[language][key]

/** A server text in the reader's language. */
export function say(language: Language, message: Message): string {
  const [text, values]: Filled = isFilled(message) ? message : [message, {}]
  const own = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? value[language] : value,
  ])
  const said = typeof text === 'string' ? template(language, text) : text[language]
  return fill(said, withDays(Object.fromEntries(own), language))
}

type Filled = Extract<Message, readonly unknown[]>
const isFilled = (message: Message): message is Filled => Array.isArray(message)

/** A server text in both languages, to be stored and read by several people. */
export const sayBoth = (message: Message): Text => ({
  'en-US': say('en-US', message),
  'zh-CN': say('zh-CN', message),
})

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key)

/** All named values of a family of texts, in the order of their names. */
export const wordsOf = (words: string, language: Language): { id: string; name: string }[] =>
  Object.entries(texts[language])
    .filter(([key]) => key.startsWith(`${words}.`))
    .map(([key, name]) => ({ id: key.slice(words.length + 1), name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language))
