import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { bothNames, type Text } from '#shared/text.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { sayBoth } from '../../platform/http/texts.ts'
import { tell } from '../notices/tell.ts'
import { notingNobody } from '../notices/unreached.ts'
import { within } from '../offices/move-branch.ts'
import { noteChanges } from './note-changes.ts'
import { OWNS, ownersOf } from './people.ts'

interface Ending {
  db: Db
  viewer: Viewer
}
type Farm = typeof office.$inferSelect

const lasting = (until: Date | null) => (until && until > new Date() ? until : null)
const logged = (until: Date | null) => until?.toISOString() ?? null

/**
 * Ends what the customers of a branch let the offices above them see and control: others are above them now, whom their
 * owners did not have in mind when they granted it. The owners are asked anew. Returns the accounts told.
 */
export async function endConsents(call: Ending, path: string, agent: Text): Promise<string[]> {
  const { db } = call
  const now = sql`now()`
  const isLasting = or(gt(office.farmAccessUntil, now), gt(office.remoteControlUntil, now))
  const farms = await db
    .select()
    .from(office)
    .where(and(within(office.path, path), eq(office.kind, 'customer'), isNull(office.deletedAt), isLasting))
    .for('update')
  const told: string[] = []
  for (const farm of farms) told.push(...(await endOf(call, farm, agent)))
  return told
}

async function endOf({ db, viewer }: Ending, farm: Farm, agent: Text): Promise<string[]> {
  const { path: officePath, farmAccessUntil, remoteControlUntil } = farm
  const none = { farmAccessUntil: null, remoteControlUntil: null }
  await db.update(office).set(none).where(eq(office.id, farm.id))
  const ended = [
    ...(lasting(farmAccessUntil) ? (['farm'] as const) : []),
    ...(lasting(remoteControlUntil) ? (['remote'] as const) : []),
  ]
  await noteChanges(db, {
    officePath,
    actor: viewer,
    before: {
      farmAccessUntil: logged(lasting(farmAccessUntil)),
      remoteControlUntil: logged(lasting(remoteControlUntil)),
    },
    after: none,
  })
  return asSystem(db, viewer.scope, async () => {
    await db
      .insert(consentLog)
      .values(
        ended.map(consent => ({ officePath, subjectPath: officePath, event: 'ended', consent }) as const),
      )
    const owners = await notingNobody(db, await ownersOf(db, officePath), {
      side: 'farm',
      path: officePath,
      business: 'consent',
      grants: OWNS,
    })
    return tell(db, owners, {
      title: sayBoth(['consent.told.movedAway', { company: bothNames(farm), agent }]),
      level: 'warning',
      messageType: 'to_do',
      businessType: 'consent',
      subjectId: farm.id,
      isMailed: true,
    })
  })
}
