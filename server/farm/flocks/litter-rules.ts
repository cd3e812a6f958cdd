import { eq } from 'drizzle-orm'
import { keepsLitter } from '#shared/contracts/cage-types.ts'
import type { Litter } from '#shared/litter.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

const NONE = text(
  '该鸡舍不是地面垫料平养，不填垫料',
  'Birds in this house do not stand on litter. Leave it empty',
)

/** Litter is told of birds on the floor only: in cages and on slats it would change nothing. */
export async function litterFaults(
  db: Db,
  houseId: string,
  litter: Litter | null | undefined,
): Promise<FieldFault[]> {
  if (!litter) return []
  const [found] = await db
    .select({ type: house.type, layout: cageType.layout })
    .from(house)
    .leftJoin(cageType, eq(cageType.id, house.cageTypeId))
    .where(eq(house.id, houseId))
  return found && !keepsLitter(found.type, found.layout) ? [{ field: 'litter', message: NONE }] : []
}
