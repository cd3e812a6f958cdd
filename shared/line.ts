import { z } from 'zod'

/** Control characters, such as line breaks. */
const CONTROLS = '\\p{Cc}\\u2028\\u2029'
/** Characters that turn the direction of neighbouring text. */
const TURNS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'
/** Zero-width characters: a name with one of them looks like another name. */
const ZERO_WIDTH = '\\u00ad\\u200b-\\u200d\\u2060-\\u2064\\ufeff'
const UNSEEN = new RegExp(`[${CONTROLS}${TURNS}${ZERO_WIDTH}]`, 'u')

/** A character by its code point, for looking it up: U+200B. */
const markOf = (character: string) =>
  `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`

/** A one-line text, such as a name: in histories and mails it must not look like something of ours. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .check(({ value, issues }) => {
      const [found] = UNSEEN.exec(value) ?? []
      if (found === undefined) return
      issues.push({ code: 'custom', input: value, params: { unseen: markOf(found) } })
    })
