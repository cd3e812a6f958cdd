import type { Text } from './text.ts'

/** The possible values with their names, in list order. */
export type Choices = Readonly<Record<string, Text>>

/** The values alone. */
export const valuesOf = <C extends Choices>(choices: C) =>
  Object.keys(choices) as unknown as readonly [keyof C & string, ...(keyof C & string)[]]
