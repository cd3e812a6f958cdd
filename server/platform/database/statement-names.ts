/** One value or a list of them: lists of other lengths make other texts. */
const VALUES = /\$\d+(?:, \$\d+)*/g
/** Texts that may differ only in list lengths; the length of a full page is among the first to come. */
const LENGTHS = 4

/**
 * Names a statement when its text comes the second time, so that each connection plans it only until a general plan is as
 * good. The number of names is limited: every connection keeps its plans. A statement with lists gets names for only a
 * few lengths, or lists would use up all names.
 */
export function statementNames(atMost: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const lengths = new Map<string, number>()
  const seenOnce = new Set<string>()
  return text => {
    const name = names.get(text)
    if (name !== undefined || names.size === atMost) return name
    if (seenOnce.delete(text)) {
      const statement = text.replaceAll(VALUES, '?')
      const named = lengths.get(statement) ?? 0
      if (named === LENGTHS) return undefined
      lengths.set(statement, named + 1)
      const given = `statement-${names.size + 1}`
      names.set(text, given)
      return given
    }
    if (seenOnce.size === atMost) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
}
