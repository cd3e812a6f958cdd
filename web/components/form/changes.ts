/** Fields whose value differs from what the form started from, with the value it had. */
export type Changes = Readonly<Record<string, unknown>>

/** A field that was left out, cleared or emptied holds nothing all the same. */
const plain = (value: unknown): string =>
  value === undefined || value === null || value === '' ? 'null' : JSON.stringify(value)

/** Which of the form's fields differ from where it started. */
export function changesOf(base: object, values: object): Changes {
  const before = base as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      plain(value) === plain(before[name]) ? [] : [[name, before[name]]],
    ),
  )
}
