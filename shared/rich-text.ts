/** Kinds of highlighted paragraphs: something to know, advice, or a danger to birds or people. */
export const callouts = ['note', 'tip', 'danger'] as const
export type Callout = (typeof callouts)[number]

/** A place where something could not be taken from what was pasted: an aside of this kind with its name. */
export const MISSING = 'missing'

/** Widths of a picture, as shares of the text's width. */
export const figureSizes = ['small', 'half', 'whole'] as const
export type FigureSize = (typeof figureSizes)[number]

/**
 * The tags of a text, each with its attributes: what the server keeps, what the editor knows, and what the reader shows. What
 * is not named here is nowhere.
 */
export const richTags: Readonly<Record<string, readonly string[]>> = {
  h2: [],
  h3: [],
  h4: [],
  p: [],
  br: [],
  hr: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  sub: [],
  sup: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  code: [],
  pre: [],
  a: ['href', 'rel', 'target'],
  img: ['src', 'alt'],
  figure: ['data-size'],
  figcaption: [],
  video: ['src', 'controls', 'preload'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  aside: ['data-callout'],
}

/** How many things of a text are still missing. Words about such a place are none: their `<` is escaped. */
export const missingIn = (html: string): number => html.split(`<aside data-callout="${MISSING}"`).length - 1

/** Most characters of a text in one language, tags included. */
export const CONTENT_MAX = 1_000_000
/** Most bytes of a record with its texts in both languages. */
export const CONTENTS_BYTES = 8 * 1024 * 1024
