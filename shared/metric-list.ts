/** Names as one text: commas and backslashes within a name are escaped by a backslash. */
export const joinMetrics = (names: readonly string[]): string =>
  names.map(name => name.replace(/[\\,]/g, '\\$&')).join(',')

/** The names in such a text, each once, without surrounding blanks. */
export function splitMetrics(text: string): string[] {
  const names = text.match(/(?:\\.|[^,\\])+/gs) ?? []
  return [...new Set(names.map(name => name.replace(/\\(.)/gs, '$1').trim()).filter(Boolean))]
}
