export type Fields = Readonly<Record<string, unknown>>

/** Fields whose value differs from what the form started from, with the value it had. */
export type Changes = Fields

/** A field that was left out, cleared or emptied holds nothing all the same. */
const plain = (value: unknown): string =>
  value === undefined || value === null || value === '' ? 'null' : JSON.stringify(value)

/** Which of the form's fields differ from where it started. */
export function changesOf(base: object, values: object): Changes {
  const before = base as Fields
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      plain(value) === plain(before[name]) ? [] : [[name, before[name]]],
    ),
  )
}

interface Merged {
  /** Yours where you changed something, else theirs. */
  values: Fields
  /** Fields that both changed, to different values. */
  disputed: readonly string[]
  /** Fields that only the other changed. */
  followed: readonly string[]
}

/** What becomes of a row that two people changed: the fields of a form as it began, as you left it, and as it is stored now. */
export function mergeChanges(base: object, yours: object, current: object): Merged {
  const mine = changesOf(base, yours)
  const theirs = Object.keys(changesOf(base, current))
  const differing = changesOf(current, yours)
  const now = Object.entries(current).filter(([name]) => name in yours && !(name in mine))
  return {
    values: { ...yours, ...Object.fromEntries(now) },
    disputed: theirs.filter(name => name in mine && name in differing),
    followed: theirs.filter(name => !(name in mine)),
  }
}
