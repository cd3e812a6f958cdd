export type Fields = Readonly<Record<string, unknown>>

/** Fields whose value differs from what the form started with, with their old value. */
export type Changes = Fields

/** A field that was left out, cleared or emptied counts as empty. */
const plain = (value: unknown): string =>
  value === undefined || value === null || value === '' ? 'null' : JSON.stringify(value)

/** Which of the form's fields differ from their start. */
export function changesOf(base: object, values: object): Changes {
  const before = base as Fields
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      plain(value) === plain(before[name]) ? [] : [[name, before[name]]],
    ),
  )
}

interface Merged {
  /** Your value where you changed something, else theirs. */
  values: Fields
  /** Fields that both changed, to different values. */
  disputed: readonly string[]
  /** Fields that only the other person changed. */
  followed: readonly string[]
}

/** Merges a row that two people changed: the form's fields as they began, as you left them, and as now stored. */
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
