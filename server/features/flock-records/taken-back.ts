import type { Treatment } from '#shared/contracts/flock-records.ts'
import type { RecordRow } from '../../farm/flocks/flocks.queries.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/store.ts'
import { treatmentTakenBack } from '../../platform/database/tables/flock-health.ts'
import type { Viewer } from '../../platform/http/identify.ts'

const sameProduct = (one: Treatment) => `${one.kind} ${one.name.trim().toLowerCase()} ${one.batch ?? ''}`

/** Treatments of a day that are no longer told: not those whose dose or days were only corrected. */
export function takenOut(before: readonly Treatment[], now: readonly Treatment[]): Treatment[] {
  const left = now.map(sameProduct)
  return before.filter(treatment => {
    const place = left.indexOf(sameProduct(treatment))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** Keeps what was taken out of a day's record for the register of medicines. */
export async function keepTakenBack(
  db: Db,
  viewer: Viewer,
  before: RecordRow | undefined,
  now: readonly Treatment[],
): Promise<void> {
  const gone = before ? takenOut(before.treatments, now) : []
  if (!before || gone.length === 0) return
  const { officePath, farmPath, flockId, day } = before
  await db.insert(treatmentTakenBack).values(
    gone.map(treatment => ({
      id: newId(),
      officePath,
      farmPath,
      flockId,
      day,
      treatment,
      recordedAccount: before.accountId,
      recordedBy: before.actorName,
      accountId: viewer.accountId,
      actorName: viewer.actualName,
    })),
  )
}
