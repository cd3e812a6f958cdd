import type { Text } from './text.ts'

/** The values that may be chosen, in the order of every list, each with what it is called. */
export type Choices = Readonly<Record<string, Text>>

/** The values alone. */
export const valuesOf = <C extends Choices>(choices: C) =>
  Object.keys(choices) as unknown as readonly [keyof C & string, ...(keyof C & string)[]]
