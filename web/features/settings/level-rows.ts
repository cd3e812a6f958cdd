import type { Draft } from './draft.ts'

const ON = 1
const CYCLE = 2

/** Whether fans run at a level and none of them on the timer: its ON and OFF times mean nothing, unless one is being set. */
export function isConstant(
  { key }: { key: string },
  { document, changed }: Pick<Draft, 'document' | 'changed'>,
) {
  const modes = Object.keys(document)
    .filter(name => name.startsWith(`${key}/FanGroupMode/`))
    .map(name => document[name])
  const isTimed = modes.includes(CYCLE) || changed.some(name => name.startsWith(`${key}/Cycle`))
  return modes.includes(ON) && !isTimed
}
