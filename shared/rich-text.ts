/** Kinds of highlighted paragraphs: something to know, advice, or a danger to birds or people. */
export const callouts = ['note', 'tip', 'danger'] as const
export type Callout = (typeof callouts)[number]
