import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProvenWay } from '#shared/alarm-ways.ts'
import type { Db } from '../../../platform/database/store.ts'
import { personWay } from '../../../platform/database/tables/alarm-ways.ts'
import { account } from '../../../platform/database/tables/offices.ts'

/**
 * Notes that a way reached somebody with what was sent at `at`, ms; an older one than is known changes nothing. False if the
 * person is not there any more. `db` carries the system's scope.
 */
export async function noteProof(db: Db, accountId: string, way: ProvenWay, at: number): Promise<boolean> {
  const [person] = await db
    .select({ officePath: account.officePath })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.deletedAt), isNull(account.disabledAt)))
  if (!person) return false
  const provenAt = new Date(at)
  const { officePath } = person
  await db
    .insert(personWay)
    .values({ accountId, way, officePath, provenAt })
    .onConflictDoUpdate({
      target: [personWay.accountId, personWay.way],
      set: {
        provenAt: sql`greatest(${personWay.provenAt}, excluded.proven_at)`,
        owedSince: sql`case when ${personWay.owedSince} > excluded.proven_at then ${personWay.owedSince} end`,
        toldAt: sql`case when ${personWay.owedSince} > excluded.proven_at then ${personWay.toldAt} end`,
      },
    })
  return true
}
