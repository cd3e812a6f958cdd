import type { Db } from '../database/store.ts'
import { operationHistory } from '../database/tables/histories.ts'
import type { Viewer } from './identify.ts'
import { sayBoth } from './texts.ts'

interface ViewedHouse {
  row: { id: string; name: string; officePath: string }
  farmPath: string | null
}

/** Who keeps a house open looks at it once, not every few seconds. ms */
const ONE_LOOK_MS = 3_600_000
const LOOKS_MAX = 10_000
const looks = new Map<string, number>()

function isNewLook(key: string, now: number): boolean {
  const last = looks.get(key)
  if (last !== undefined && now - last < ONE_LOOK_MS) return false
  looks.delete(key)
  const oldest = looks.size >= LOOKS_MAX ? looks.keys().next().value : undefined
  if (oldest !== undefined) looks.delete(oldest)
  looks.set(key, now)
  return true
}

/** That somebody above the customer looked at what it shares (RA) is a row of the history; decisions, Security. */
export async function noteViewing(db: Db, viewer: Viewer, house: ViewedHouse, ip: string): Promise<void> {
  const { id, name, officePath } = house.row
  if (viewer.scope.farm === house.farmPath || !isNewLook(`${viewer.accountId} ${id}`, Date.now())) return
  await db.insert(operationHistory).values({
    ...{ officePath: viewer.officePath, subjectPath: officePath },
    ...{ actorId: viewer.accountId, actorName: viewer.actualName, ip },
    ...{ module: 'houses', type: 'view', description: sayBoth(['house.viewed', { name }]) },
  })
}
