import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { CODE_LASTS_MS } from '#shared/house-code.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { houseCode } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { sayBoth } from '../../platform/http/texts.ts'
import { tell } from '../notices/tell.ts'
import { holders } from './people.ts'

/** Whoever may make a new one. */
const RENEWS: readonly Grant[] = ['chicken_home_manage:edit']
/** Who did nothing about it is reminded again. ms */
const AGAIN_MS = 30 * 86_400_000
/** Houses that a message names. */
const NAMED = 5

interface Old {
  houseId: string
  name: string
  farmPath: string
}

/**
 * Tells whoever may make new ones of the codes that have hung in houses for a year, farm by farm, and again each month.
 * Returns the accounts that were told.
 */
export async function tellOldCodes(store: Store, now = Date.now()): Promise<string[]> {
  return store.transaction(SYSTEM, async db => {
    const told: string[] = []
    for (const [farmPath, codes] of Map.groupBy(await oldCodes(db, now), each => each.farmPath))
      told.push(...(await tellFarm(db, farmPath, codes)))
    return told
  })
}

/** Those that nobody was reminded of lately, which from now on they were: another process gets none of them. */
async function oldCodes(db: Db, now: number): Promise<Old[]> {
  const ago = (ms: number) => new Date(now - ms)
  const { farmPath, houseId, madeAt, remindedAt } = houseCode
  const rows = await db
    .update(houseCode)
    .set({ remindedAt: new Date(now) })
    .from(house)
    .where(
      and(
        eq(house.id, houseId),
        isNull(house.deletedAt),
        sql`exists (select from ${office} where ${office.path} = ${farmPath} and ${office.disabledAt} is null)`,
        lt(madeAt, ago(CODE_LASTS_MS)),
        or(isNull(remindedAt), lt(remindedAt, ago(AGAIN_MS))),
      ),
    )
    .returning({ houseId, name: house.name, farmPath })
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}

async function tellFarm(db: Db, farmPath: string, codes: readonly Old[]): Promise<string[]> {
  const people = await holders(db, CUSTOMER, RENEWS, isOfFarm(account.officeId, farmPath))
  const more = codes.length - NAMED
  const names = codes.slice(0, NAMED).map(({ name }) => name)
  const houses = `${names.join(', ')}${more > 0 ? ` +${more}` : ''}`
  return tell(db, people, {
    title: sayBoth(['houseCode.old', { houses }]),
    level: 'info',
    messageType: 'to_do',
    businessType: 'houseCode',
    subjectId: codes[0]?.houseId ?? null,
  })
}
