/** A day as an article is dated. */
export const dayOf = (at: string, language: string): string =>
  new Date(at).toLocaleDateString(language, { year: 'numeric', month: 'short', day: 'numeric' })
