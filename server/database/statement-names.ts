/**
 * Gives a statement a name when its text comes the second time, so that each connection plans it only until a general
 * plan is as good. Only so many texts get one: every connection keeps what it has planned.
 */
export function statementNames(atMost: number): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return text => {
    const name = names.get(text)
    if (name !== undefined || names.size === atMost) return name
    if (seenOnce.delete(text)) {
      const given = `statement-${names.size + 1}`
      names.set(text, given)
      return given
    }
    if (seenOnce.size === atMost) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
}
