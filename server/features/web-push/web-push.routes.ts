import { desc, eq, inArray, sql } from 'drizzle-orm'
import { webPush } from '#shared/contracts/web-push.ts'
import { PUSH_BROWSERS } from '#shared/limits.ts'
import type { Db } from '../../platform/database/store.ts'
import { session } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { mayDial } from '../../platform/network/outside.ts'
import { isPublicKey, vapidKeys } from '../../platform/secrets/vapid.ts'

/** The calling session, by which its subscription is found. */
async function sessionOf(db: Db, { tokenHash }: Viewer): Promise<string> {
  const [found] = await db.select({ id: session.id }).from(session).where(eq(session.tokenHash, tokenHash))
  if (!found) throw refuse.unauthorized()
  return found.id
}

export const webPushFeature = feature('web-push', webPush, {
  read: async ({ db, viewer, services }) => {
    const id = await sessionOf(db, viewer)
    const [found] = await db
      .select({ endpoint: pushSubscription.endpoint })
      .from(pushSubscription)
      .where(eq(pushSubscription.sessionId, id))
    return { publicKey: vapidKeys(services.config).publicKey, endpoint: found?.endpoint ?? null }
  },
  subscribe: async ({ db, viewer, body }) => {
    const faults: FieldFault[] = []
    if (!mayDial(body.endpoint)) faults.push({ field: 'endpoint', message: 'push.endpoint' })
    if (!isPublicKey(body.p256dh)) faults.push({ field: 'p256dh', message: 'push.key' })
    if (faults.length > 0) throw refuse.invalid(faults)
    const { accountId, officePath } = viewer
    const sessionId = await sessionOf(db, viewer)
    await db
      .insert(pushSubscription)
      .values({ sessionId, accountId, officePath, ...body })
      .onConflictDoUpdate({ target: pushSubscription.sessionId, set: { ...body, createdAt: sql`now()` } })
    const surplus = db
      .select({ sessionId: pushSubscription.sessionId })
      .from(pushSubscription)
      .where(eq(pushSubscription.accountId, accountId))
      .orderBy(desc(pushSubscription.createdAt))
      .offset(PUSH_BROWSERS)
    await db.delete(pushSubscription).where(inArray(pushSubscription.sessionId, surplus))
    return null
  },
  unsubscribe: async ({ db, viewer }) => {
    await db.delete(pushSubscription).where(eq(pushSubscription.sessionId, await sessionOf(db, viewer)))
    return null
  },
})
