import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { refuse } from '../../http/errors.ts'
import type { Viewer } from '../../http/identify.ts'
import { noteViewing } from '../../http/viewing.ts'
import { findHouse } from './houses.queries.ts'

export interface Asked {
  db: Db
  viewer: Viewer
  params: { id: string }
  language: Language
  ip: string
}

/** The house is known to whoever has it in scope. */
export const found = ({ db, viewer, params, language }: Asked) =>
  findHouse(db, viewer.scope, params.id, language)

/** Its readings are seen only by whom the customer lets see them (RA), and that they looked is noted. */
export async function foundShared(call: Asked) {
  const house = await found(call)
  if (!house.isShared) throw refuse.forbidden('access.notShared')
  await noteViewing(call.db, call.viewer, { ...house.row, farmPath: house.farmPath }, call.ip)
  return house
}
