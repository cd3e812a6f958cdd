import type { Handlers } from '../http/feature.ts'
import type { Definition, Everyday } from './definition.ts'
import { readingOf } from './reading.ts'
import { type One, storingOf } from './storing.ts'

/** The rows of one table, as the everyday endpoints read and change them. */
export type Records<C extends Everyday> = ReturnType<typeof records<C>>

/**
 * The everyday endpoints and their companions, for records that are a row of one table. Special cases are written out in
 * the feature and use the same parts: `find`, `open`, `store`.
 */
export function records<C extends Everyday>(definition: Definition<C>) {
  const { list, counts, ...reading } = readingOf(definition)
  const { create, update, remove, ...storing } = storingOf(definition, reading.find)
  const get = ({ db, params }: One) => reading.find(db, params.id)
  const everyday = { list, get, create, update, remove, counts } as unknown as Handlers<
    Pick<C, 'list' | 'get' | 'create' | 'update' | 'remove' | 'counts'>
  >
  return { definition, everyday, ...reading, ...storing }
}
