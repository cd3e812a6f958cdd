import { and, count, countDistinct, isNull, notInArray, sql } from 'drizzle-orm'
import { type Silence, silence } from '#shared/contracts/silence.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { feature } from '../../platform/http/feature.ts'
import { endSilence, silenceOf, standsSince } from '../../platform/silence.ts'

/** The silence of the installation and what would follow its end; reads past every scope, and names nobody. */
async function read(db: Db): Promise<Silence | null> {
  const standing = await silenceOf(db)
  if (!standing) return null
  const { beganAt, backup, backedUpAt, heldBack } = standing
  const [alarms] = await db
    .select({ count: countDistinct(noticeMessage.subjectId) })
    .from(noticeMessage)
    .where(
      sql`(${noticeMessage.mailWanted} or ${noticeMessage.pushWanted} or ${noticeMessage.callWanted}) and ${standsSince(beganAt)}`,
    )
  const [gateways] = await db
    .select({
      heard: sql<number>`(count(*) filter (where ${device.lastMessageAt} >= ${beganAt.toISOString()}::timestamptz))::int`,
      all: count(),
    })
    .from(device)
    .where(
      and(
        isNull(device.deletedAt),
        isNull(device.gatewayId),
        notInArray(device.status, ['UNACTIVE', 'DISABLE']),
      ),
    )
  return {
    since: beganAt.toISOString(),
    backup,
    backedUpAt: backedUpAt?.toISOString() ?? null,
    heldBack,
    gateways: { heard: gateways?.heard ?? 0, all: gateways?.all ?? 0 },
    alarms: alarms?.count ?? 0,
  }
}

export const silenceFeature = feature('silence', silence, {
  read: ({ services: { store } }) => read(store.scoped(SYSTEM)),
  end: async ({ db, viewer, services: { log }, afterwards }) => {
    const heldBack = await asSystem(db, viewer.scope, () => endSilence(db, viewer.actualName))
    if (heldBack)
      afterwards(() =>
        log.warn({ heldBack, by: viewer.accountId }, 'messages go out again: this is the real one'),
      )
    return null
  },
})
