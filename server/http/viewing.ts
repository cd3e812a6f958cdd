import type { Db } from '../database/store.ts'
import { operationHistory } from '../database/tables/histories.ts'
import type { Viewer } from './identify.ts'
import { sayBoth } from './texts.ts'

/** Who keeps a house open looks at it once, not every few seconds. ms */
const ONE_LOOK_MS = 3_600_000
const LOOKS_MAX = 10_000
const looks = new Map<string, number>()

function rememberLook(key: string, now: number): void {
  looks.delete(key)
  const oldest = looks.size >= LOOKS_MAX ? looks.keys().next().value : undefined
  if (oldest !== undefined) looks.delete(oldest)
  looks.set(key, now)
}

export interface ViewedHouse {
  id: string
  name: string
  officePath: string
  farmPath: string | null
}

/** That somebody above the customer looked at what it shares (RA) is a row of the history, once an hour. */
export async function noteViewing(db: Db, viewer: Viewer, house: ViewedHouse, ip: string): Promise<void> {
  const { id, name, officePath, farmPath } = house
  const [key, now] = [`${viewer.accountId} ${id}`, Date.now()]
  if (viewer.scope.farm === farmPath || now - (looks.get(key) ?? 0) < ONE_LOOK_MS) return
  await db.insert(operationHistory).values({
    ...{ officePath: viewer.officePath, subjectPath: officePath },
    ...{ actorId: viewer.accountId, actorName: viewer.actualName, ip },
    ...{ module: 'houses', type: 'view', recordId: id, description: sayBoth(['house.viewed', { name }]) },
  })
  rememberLook(key, now)
}
