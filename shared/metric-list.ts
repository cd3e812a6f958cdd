/** Names as one text: commas and backslashes of a name are written behind a backslash. */
export const joinMetrics = (names: readonly string[]): string =>
  names.map(name => name.replace(/[\\,]/g, '\\$&')).join(',')

/** The names of such a text, each once, blanks around them left out. */
export function splitMetrics(text: string): string[] {
  const names = text.match(/(?:\\.|[^,\\])+/gs) ?? []
  return [...new Set(names.map(name => name.replace(/\\(.)/gs, '$1').trim()).filter(Boolean))]
}
