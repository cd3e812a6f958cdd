/** One value, or a list of them: another length of it makes another text. */
const VALUES = /\$\d+(?:, \$\d+)*/g
/** Texts that differ in nothing but the lengths of lists; the length of a full page is among the first. */
const LENGTHS = 4

/**
 * Gives a statement a name when its text comes the second time, so that each connection plans it only until a general
 * plan is as good. Only so many texts get one: every connection keeps what it has planned. Of a statement with a list
 * only a few lengths do, or lists would leave no names for the others.
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
