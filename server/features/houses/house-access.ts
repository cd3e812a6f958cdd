import type { ConsentUse } from '#shared/consents.ts'
import type { Reader } from '#shared/units.ts'
import type { Db } from '../../platform/database/store.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { type FoundHouse, findHouse } from './houses.queries.ts'

export interface Asked extends Reader {
  db: Db
  viewer: Viewer
  params: { id: string }
  ip: string
}

/** Anybody who has the house in scope may know it. */
export const found = ({ db, viewer, params, language }: Asked) =>
  findHouse(db, viewer.scope, params.id, language)

/** Its readings are seen only by viewers the customer allows (RA). */
export async function foundShared(call: Asked): Promise<FoundHouse> {
  const house = await found(call)
  if (!house.now) throw refuse.notShared('farm')
  return house
}

/** The same, and the view is logged. */
export async function lookedAt(call: Asked, what: ConsentUse): Promise<FoundHouse> {
  const house = await foundShared(call)
  await noteLook(call, what, [seenOf(house)])
  return house
}

/** What is logged when somebody is shown the house. */
export const seenOf = ({ row, farmPath }: FoundHouse) => ({ farmPath, house: row })
